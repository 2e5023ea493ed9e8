//===- ReadSumApart.h - Sums computed before their nest ------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest with a sum that is used for more than to be stored, read as two: one
/// computes all sums into workspace, the other one is the rest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_READSUMAPART_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_READSUMAPART_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// See Reading. The trial takes workspace, and has to be read in other ways.
std::unique_ptr<TrialNest> readSumApart(llvm::Loop &Innermost,
                                        const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_READSUMAPART_H
