//===- SumMatch.h - Where a sum starts, lives and ends ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the sum of an update from its start value to the store of the
/// result, in a register or in memory, and finds out which loop sums.
/// Dimensions stand for loop positions here, see Recognize.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_SUMMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_SUMMATCH_H

#include "SliceMatch.h"
#include "SumChain.h"
#include "pass/recognize/Reasons.h"
#include "pass/recognize/effects/NestWrites.h"

namespace gemmify {

class SumMatch {
public:
  /// \p Sum is in the innermost loop of \p N.
  SumMatch(GemmNest &N, const SumChain &Sum, const NestShape &Shape,
           AffineAccess &Access, SliceMatch &Slices, NestWrites &Writes,
           Reason &Why)
      : N(N), Sum(Sum), U(Sum.whole()), SumStore(Sum.Store),
        L(*N.Index[DimK].innermost()), Shape(Shape), Access(Access),
        Slices(Slices), Writes(Writes), Why(Why) {}

  /// Fills C, Start, Final, Acc, LoadsOfC and Writes of the nest. Returns the
  /// position of the k loop; empty with a reason in Why.
  std::optional<LoopDim> run();

private:
  llvm::Loop &outermostOfK() const;
  void look(llvm::Loop &Carrier);
  void lookForRows();
  bool climb();
  bool readsWhereItStores(const Slice &S) const;
  bool startsBetweenLoops(const std::optional<InitialWrite> &Init);
  bool matchRegisterSum();
  bool matchMemorySum();
  bool goesOnInOuterLoop(const llvm::PHINode &SumPhi) const;
  bool matchFinalStore(llvm::StoreInst &Store, llvm::Value *SumAfterLoop);
  bool matchStart(const InitialWrite &Init);
  void markLoadsOfC(const Slice &S);
  llvm::SmallVector<llvm::StoreInst *, 2> resultStores();
  llvm::Value *inRegister() const;
  bool usesSum(llvm::Value &V) const;
  void takeWrites(llvm::ArrayRef<llvm::StoreInst *> After,
                  const std::optional<InitialWrite> &Init);
  bool storesWhere(llvm::StoreInst &Store, llvm::StoreInst *Other);
  llvm::Value *sumAfterLoop(llvm::StoreInst &Final);
  bool storesToC(llvm::StoreInst *Store);
  void forward(llvm::ArrayRef<llvm::StoreInst *> Chain);
  bool readsBeforeWrites(const std::optional<InitialWrite> &Init);
  bool seesNoWrite(const std::optional<InitialWrite> &Init);
  bool isC(const AffineRef &R) const;
  std::optional<Slice> slice(llvm::Value *V, const llvm::BasicBlock &Where,
                             const llvm::Value *Leaf = nullptr);
  bool fail(Reason Because);

  GemmNest &N;
  const SumChain &Sum;
  const Update U;
  llvm::StoreInst *SumStore;
  llvm::Loop &L;
  /// The outermost loop around L that carries the sum in a register, and its
  /// phi. Several loops may play k.
  llvm::Loop *Carrier = &L;
  llvm::PHINode *Carried = nullptr;
  const NestShape &Shape;
  AffineAccess &Access;
  SliceMatch &Slices;
  NestWrites &Writes;
  Reason &Why;
  LoopDim K = DimK;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_SUMMATCH_H
