//===- DigitRange.h - The rows in a collapsed loop's range ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A collapsed loop visits the values First, First + 1, ... of its counter,
/// from anywhere to anywhere. A row is what begins with a multiple of the
/// largest weight and ends before the next. Between the head and the tail,
/// which are shorter than a row, there are whole rows, and in them all digits
/// but the last run through all of their values.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITRANGE_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITRANGE_H

#include "pass/recognize/loops/CounterDigits.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// All i64. None is poison, and none of them traps where Holds is false.
struct DigitRange {
  /// Where the counter takes Offset + x * Stride only, for numbers x in a row:
  /// all else is about x then, of which weights are as much of the counter's.
  /// Null where it takes each value.
  llvm::Value *Stride = nullptr, *Offset = nullptr;
  llvm::SmallVector<llvm::Value *, 3> Weights;
  /// How many values each digit has, by the weight that it counts; of the last
  /// one, Rows.
  llvm::SmallVector<llvm::Value *, 3> Sizes;
  llvm::Value *Row = nullptr;  ///< The weight whose multiples rows begin with.
  llvm::Value *Head = nullptr; ///< How many iterations come before the rows.
  llvm::Value *Rows = nullptr; ///< How many rows there are.
  llvm::Value *Tail = nullptr; ///< How many iterations come after them.
  llvm::Value *FirstRow = nullptr; ///< What the last digit is in the first row.
  /// Where Row is the last weight but one, and the digit of that weight begins
  /// and ends anywhere too: what it is in the first row. Otherwise null.
  llvm::Value *Clipped = nullptr;
  /// Whether the numbers mean what they say. Without head and tail there is at
  /// least one row.
  llvm::Value *Holds = nullptr;
};

/// Whether \p Root certainly divides by \p V when it is entered: then it is
/// neither poison nor undefined.
bool isDivisor(const llvm::Value &V, const llvm::Loop &Root);

/// Whether emitDigitRange can be called to emit code before \p At.
bool canEmitDigitRange(const CounterDigits &Digits, llvm::Instruction &At,
                       llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

/// Which rows a range is divided into.
enum class DigitRows {
  Whole,   ///< Of the largest weight, without head and tail.
  Largest, ///< Of the largest weight.
  Clipped  ///< Of the one below it.
};

/// Emits the range of the loop of \p Digits, where \p Root is what is entered
/// next. Where the range is known to be one of whole rows, it is that.
DigitRange emitDigitRange(const CounterDigits &Digits, const llvm::Loop &Root,
                          DigitRows Rows, llvm::IRBuilderBase &B,
                          llvm::SCEVExpander &Expander, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITRANGE_H
