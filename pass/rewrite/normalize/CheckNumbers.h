//===- CheckNumbers.h - The numbers of a test of checks ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits extremes of index forms over all iterations, and what they have to
/// keep. Values that are loaded on the way can be given anew.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKNUMBERS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKNUMBERS_H

#include "NestChecks.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// Emits numbers and conditions of a nest's checks: all i128 or i1, not poison,
/// and computed without side effects, whatever values are.
class CheckNumbers {
public:
  CheckNumbers(llvm::IRBuilderBase &B, const NestChecks &Checks,
               llvm::ScalarEvolution &SE)
      : B(B), Repeats(Checks.Repeats), SE(SE), Expander(createExpander(SE)),
        NoZero(B.getTrue()) {}

  /// From now on, \p V of the nest is \p Is.
  void give(llvm::Value &V, llvm::Value &Is) { Given[&V] = SE.getSCEV(&Is); }

  llvm::Value *frozen(llvm::Value *V);
  llvm::Value *expand(const llvm::SCEV *S);
  llvm::Value *both(llvm::Value *X, llvm::Value *Y);
  /// Whether \p Bound holds.
  llvm::Value *holds(const IndexBound &Bound);
  /// From now on, \p L repeats as often as it does with the values given now.
  void settle(const llvm::Loop &L);
  /// The last iteration of \p L.
  llvm::Value *lastOf(const llvm::Loop &L) {
    return expand(Repeats.lookup(&L).Last);
  }
  /// Whether \p L can be counted so often that numbers of i128 are exact, and
  /// whether it runs, if \p MustRun.
  llvm::Value *canRepeat(const llvm::Loop &L, bool MustRun);
  /// Whether all addresses of \p Form, and the \p Bytes behind each, are in a
  /// quarter of the address space, round its end or not. Where they start does
  /// not matter.
  llvm::Value *isShort(const IndexForm &Form, const llvm::SCEV *Bytes);
  /// Whether no address of \p Write is one of \p Place, both of them short.
  llvm::Value *isApart(const CheckedWrite &Write, const CheckedPlace &Place);
  /// Whether no division that has been emitted since was by zero.
  llvm::Value *takeDivisors() { return std::exchange(NoZero, B.getTrue()); }

private:
  struct Range {
    llvm::Value *Low = nullptr, *High = nullptr;
  };

  friend class DivisionEmitter;
  const llvm::SCEV *given(const llvm::SCEV *S);
  const llvm::SCEV *divide(const llvm::SCEVUDivExpr *S);
  Range reach(const llvm::SCEV *By, const llvm::Loop *L);
  void addTriangle(Range &R, const IndexForm &Form, const IndexForm::Step &S,
                   const CheckedLoop &Count);
  Range wayOf(const IndexForm &Form);
  Range rangeOf(const IndexForm &Form);
  llvm::Value *reachOf(const IndexForm &Form, const llvm::SCEV *Bytes);
  /// An integer as wide as an address.
  llvm::Type *addressType() {
    return B.GetInsertBlock()->getDataLayout().getIntPtrType(B.getContext());
  }
  void keep(llvm::Value *&All, llvm::CmpInst::Predicate Pred, llvm::Value *V,
            const llvm::APInt &Limit);
  llvm::Value *isWithin(Range R, const std::optional<llvm::APInt> &Low,
                        const std::optional<llvm::APInt> &High, bool Scaled);

  llvm::IRBuilderBase &B;
  llvm::SmallMapVector<const llvm::Loop *, CheckedLoop, 4> Repeats;
  llvm::ScalarEvolution &SE;
  llvm::ValueToSCEVMapTy Given;
  llvm::SCEVExpander Expander;
  /// By expressions of given values.
  llvm::DenseMap<const llvm::SCEV *, llvm::Value *> Expanded;
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::SCEV *>, Range>
      Reaches;
  llvm::Value *NoZero;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKNUMBERS_H
