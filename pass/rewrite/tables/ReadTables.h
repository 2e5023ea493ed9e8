//===- ReadTables.h - Nests over tables of tables, on copies ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest whose elements are found through tables of tables
/// (`std::vector<std::vector<std::vector<float>>>`, `float ***`) as one over
/// arrays: what it reads is copied to workspace before it, and what it computes
/// is written to where it belongs after it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_READTABLES_H
#define GEMMIFY_PASS_REWRITE_TABLES_READTABLES_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

std::unique_ptr<TrialNest> readTables(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_READTABLES_H
