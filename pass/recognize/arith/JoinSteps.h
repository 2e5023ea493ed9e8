//===- JoinSteps.h - Several products are one step of k ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Joins the products that one iteration adds to a sum, each described as a
/// nest of its own, to a nest with several products in each step.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_JOINSTEPS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_JOINSTEPS_H

#include "SumChain.h"

namespace gemmify {

/// Whether some of \p Steps read other arrays than the first one: they are no
/// copies of it.
bool areOfOtherArrays(llvm::ArrayRef<GemmNest> Steps,
                      llvm::ScalarEvolution &SE);

/// \p Steps, those of \p Updates, which differ in nothing but their factors.
/// Empty with a reason in \p Why where they differ in how they are added.
std::optional<GemmNest> joinSteps(llvm::ArrayRef<GemmNest> Steps,
                                  llvm::ArrayRef<Update> Updates, Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_JOINSTEPS_H
