//===- CounterDigits.h - Indices that one loop counts -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A collapsed loop counts several indices at once, as the digits of its
/// counter:
///
///     for (t = 0; t < m * n; t++) { i = t / n; j = t % n; ... }
///
/// A digit is (t / Low) % High, or t / Low where nothing ends it. Low and High
/// are weights: 1 = w[0], w[1], ..., each a multiple of the one before, as
/// powers of ten are in decimal numbers. Whether they are is for the caller to
/// test: what is found here holds for numbers that do not wrap. A thread may
/// take every nth value of the counter only.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_COUNTERDIGITS_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_COUNTERDIGITS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// An integer and how its bits say a number.
struct SignedValue {
  llvm::Value *Val = nullptr;
  bool Signed = false;
};

/// How much a step of a digit moves the counter.
struct Weight {
  /// The source's way to write it: an earlier weight, times a value.
  struct Spelling {
    unsigned Of;
    SignedValue By;
  };
  llvm::SmallVector<Spelling, 1> Spellings; ///< All are the same number.
  /// The product of Factors and Times, if no multiplication wraps.
  llvm::SmallVector<const llvm::SCEV *, 2> Factors;
  uint64_t Times = 1;

  /// What remains of \p S, a number as Factors say, when it is divided by this
  /// weight. Empty when it is not known to be a multiple.
  std::optional<Weight> divide(const Weight &By) const;
  /// Multiplies by \p S, whatever it is extended to. False where a constant
  /// grows too large.
  bool multiply(const llvm::SCEV *S);
};

/// A digit of the counter, times a power of two.
struct Digit {
  unsigned Low = 0;                  ///< Of Weights.
  std::optional<unsigned> High = {}; ///< Empty: the digit is unbounded.
  unsigned Shift = 0;
};

/// The digits of a loop's counter.
struct CounterDigits {
  llvm::Loop *L = nullptr;
  llvm::SmallVector<Weight, 3> Weights; ///< Ascending.
  /// What computes each digit, in the order of an iteration.
  llvm::SmallVector<std::pair<llvm::Instruction *, Digit>, 4> Parts;
  /// What the counter starts at and moves by, in each of the types in which it
  /// is divided. They have to be the same numbers, and not negative.
  struct Start {
    const llvm::SCEV *First;
    bool Signed;
    const llvm::SCEV *Step;
  };
  llvm::SmallVector<Start, 1> Starts;
  /// The largest value that the counter may have.
  uint64_t Limit = INT64_MAX;

  /// The counter goes on while its next value is below this. Only for steps
  /// that are not one; otherwise ScalarEvolution knows how often the loop runs.
  struct Bound {
    const llvm::SCEV *End;
    bool Signed;
    bool Includes; ///< Or equal to it.
  };
  std::optional<Bound> Until = {};

  bool takesEach() const { return Starts.front().Step->isOne(); }
};

/// The digits that \p L counts in weights that do not change in \p Root, which
/// is \p L or contains it.
std::optional<CounterDigits> findDigits(llvm::Loop &L, const llvm::Loop &Root,
                                        llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_COUNTERDIGITS_H
