//===- HeldElements.h - Elements in registers and memory --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM does not load again what it has just loaded or stored, and carries it
/// in a phi to where it is used next, be that the next iteration:
///
///     store x, &C[j][j]
///     for l { c = phi [x, before], [y, latch]; …; y = c + …; store y, &C[j][j]
///     }
///
/// Memory holds it as well. Statements of a staircase load it from there.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_HELDELEMENTS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_HELDELEMENTS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy, which has loads in place of such phis, does the same
/// in any case.
std::unique_ptr<TrialNest> readHeldElements(llvm::Loop &Innermost,
                                            const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_HELDELEMENTS_H
