//===- FirstIterations.h - Phis for a first iteration -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a loop does not run in the first iteration of the one around it, LLVM
/// computes an offset in front of it, and takes zero for it where it does not
/// run: a phi, which is that offset in the first iteration as well. So is an
/// address that it computes anew for that iteration, maybe as it does for all.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_FIRSTITERATIONS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_FIRSTITERATIONS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// \p S with what such phis are, in all iterations, in place of them.
const llvm::SCEV *withoutFirstPhis(const llvm::SCEV *S,
                                   llvm::ScalarEvolution &SE,
                                   const llvm::LoopInfo &LI);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_FIRSTITERATIONS_H
