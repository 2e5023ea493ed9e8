//===- ReadPivots.h - Columns that wait for steps ------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reading of eliminations that exchange rows.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_READPIVOTS_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_READPIVOTS_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost with columns that wait until a block of steps
/// is done; null where it is none, or is not known to do the same.
std::unique_ptr<TrialNest> readPivots(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_READPIVOTS_H
