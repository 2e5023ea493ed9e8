//===- Magnitudes.h - How large what a nest computes can get ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bound on the numbers that an expression starts from, from which follows
/// that it is no NaN. Bounds are powers of two, which every rounding keeps.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_MAGNITUDES_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_MAGNITUDES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// Where all of Loads and Fixed are numbers of at most 2^Exponent, and no loop
/// of Sums has more than MostSteps iterations, some values are finite.
struct Magnitudes {
  /// (MostSteps << PerStepBits) + 1 is below 2^24: all values of a sum are
  /// multiples of its bound that a float holds exactly.
  static constexpr unsigned StepBits = 16, PerStepBits = 4;
  static constexpr uint64_t MostSteps = (uint64_t(1) << StepBits) - 1;

  int Exponent = 0;
  llvm::SmallVector<llvm::LoadInst *, 8> Loads; ///< Of the nest.
  llvm::SmallVector<llvm::Value *, 4> Fixed;    ///< Those from outside of it.
  llvm::SmallVector<const llvm::Loop *, 1> Sums;
};

/// The largest bound from which follows that all of \p Values, of the nest \p
/// Root, are finite. Empty where none does that leaves room for usual numbers.
std::optional<Magnitudes> boundMagnitudes(llvm::ArrayRef<llvm::Value *> Values,
                                          const llvm::Loop &Root,
                                          const llvm::LoopInfo &LI);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_MAGNITUDES_H
