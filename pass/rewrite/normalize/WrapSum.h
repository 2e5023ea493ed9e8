//===- WrapSum.h - A loop around a sum that is written out ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sum over k that is written out is the body of an unrolled loop over k that
/// runs once. Put into such a loop, it is recognized like any other.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_WRAPSUM_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_WRAPSUM_H

#include "UseOrder.h"
#include "pass/recognize/Recognize.h"
#include "pass/recognize/unroll/WrittenSum.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// A loop around the only written-out sum of a loop, removed again unless it is
/// used.
class WrappedSum {
public:
  /// Puts the sum of \p Inner, a loop in a loop, into a loop that runs once.
  /// Does nothing where there is no such sum, or there are several, or other
  /// statements between its steps.
  WrappedSum(llvm::Loop &Inner, const NestAnalyses &A);
  WrappedSum(const WrappedSum &) = delete;
  WrappedSum &operator=(const WrappedSum &) = delete;
  /// Unwraps.
  ~WrappedSum();

  /// Null when nothing was done.
  llvm::Loop *loop() const { return Wrap; }
  /// The last step of a sum, whether or not it could be put into a loop; null
  /// when \p Inner has none.
  llvm::Instruction *sum() const { return Last; }

private:
  bool gather(const WrittenSum &Sum);
  bool takeAsItStands(const WrittenSum &Sum);
  bool isClosed(const WrittenSum &Sum) const;
  void wrap(const WrittenSum &Sum, llvm::Loop &Inner);
  void startFrom(const WrittenSum &Sum);
  void unwrap();
  void forget();

  const NestAnalyses &A;
  llvm::Loop *Wrap = nullptr;
  llvm::Instruction *Last = nullptr;
  llvm::SmallSetVector<llvm::Instruction *, 32> Body; ///< In their order.
  /// Instructions between those of the body that have to go before it.
  llvm::SmallVector<llvm::Instruction *, 16> Before;
  /// The order of the block before anything was moved.
  llvm::SmallVector<llvm::WeakVH, 64> Order;
  llvm::WeakVH Entry, Header, Exit;
  UseOrder UsesOfStart; ///< Of the sum's start.
  llvm::PHINode *Acc = nullptr, *Counter = nullptr;
  /// The step that the first product was turned into, and that product.
  llvm::Instruction *FirstStep = nullptr, *FirstProduct = nullptr;
};

/// The nest whose innermost loop is \p Sum. Other statements of the nest must
/// not be split from it, as they are not in their original form.
Recognition recognizeWritten(const WrappedSum &Sum, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_WRAPSUM_H
