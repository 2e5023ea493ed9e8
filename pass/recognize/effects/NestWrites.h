//===- NestWrites.h - What a nest writes ------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gathers the side effects of a nest and finds those of the product: the store
/// of the sum and at most one write that initializes C before it. Dimensions
/// stand for loop positions here, see Recognize.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_EFFECTS_NESTWRITES_H
#define GEMMIFY_PASS_RECOGNIZE_EFFECTS_NESTWRITES_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/IntrinsicInst.h"

namespace gemmify {

/// Whether \p I has no other effect than to tell the optimizer something.
bool isHint(const llvm::Instruction &I);

/// Whether \p I does nothing but write memory, in a way that can be moved.
bool isPlainWrite(const llvm::Instruction &I);

/// Why a nest with \p I in it, which is no such write, is kept.
Reason whyKeptBy(const llvm::Instruction &I);

/// The write that gives C(i,j) its start value.
struct InitialWrite {
  llvm::Instruction *Write = nullptr;
  llvm::Value *Value = nullptr;        ///< Null for memset and memory transfer.
  std::optional<AffineRef> CopiedFrom; ///< Null for memset to +0.0.
  /// What is stored there before, in order, and never read but to compute the
  /// next value.
  llvm::SmallVector<llvm::StoreInst *, 2> Earlier;

  /// All stores, Write last; empty when there is only Write.
  llvm::SmallVector<llvm::StoreInst *, 3> chain() const {
    llvm::SmallVector<llvm::StoreInst *, 3> Chain(Earlier.begin(),
                                                  Earlier.end());
    if (!Chain.empty())
      Chain.push_back(llvm::cast<llvm::StoreInst>(Write));
    return Chain;
  }
};

class NestWrites {
public:
  NestWrites(const NestShape &Shape, const GemmNest &N, AffineAccess &Access,
             const NestAnalyses &A)
      : Shape(Shape), Trip(N.trips()), HasAxes(N.hasAxes()), Access(Access),
        A(A) {
    for (unsigned D = 0; D != NumDims; ++D)
      Loops[D] = N.Index[D].innermost();
    Before = After = Loops[DimJ];
  }

  /// Of a nest whose indices have several axes: the loop in which the start
  /// value of an element is written, and that in which its sum is. Null where
  /// there is none.
  void look(const llvm::Loop *Before, const llvm::Loop *After) {
    this->Before = Before;
    this->After = After;
  }
  /// Of such a nest, whose innermost loop is not one of k: \p Around contains
  /// all loops of k and all writes of start values of a row of C.
  void lookForRows(const llvm::Loop *Around) { RowsIn = Around; }

  /// Whether one fill may be that of a row of elements with two parts, each of
  /// which asks for it.
  void fillPairs(bool Fill) { FillsPairs = Fill; }

  /// Gathers the writes on the path. False with a reason in \p Why when
  /// the nest has a side effect that is no plain store or memory intrinsic, nor
  /// a function behind or before the innermost loop that sets errno.
  bool collect(Reason &Why);

  /// Whether \p BB runs once more than the body of its loop.
  bool runsBeforeExitTest(const llvm::BasicBlock &BB) const;

  /// All of them, in sight or not, and calls that set errno.
  llvm::ArrayRef<llvm::Instruction *> all() const { return All; }

  /// What follows sees \p Some of the writes only: those of one sum.
  void lookAt(llvm::ArrayRef<llvm::Instruction *> Some) {
    Writes.clear();
    llvm::copy_if(Some, std::back_inserter(Writes),
                  [](const llvm::Instruction *I) { return isPlainWrite(*I); });
  }
  bool contains(const llvm::Instruction *I) const {
    return llvm::is_contained(Writes, I);
  }

  /// The stores in the loop around \p Inner and after it that \p IsWanted, in
  /// order.
  llvm::SmallVector<llvm::StoreInst *, 2>
  storesAfter(llvm::Loop &Inner,
              llvm::function_ref<bool(llvm::StoreInst &)> IsWanted) const;

  /// Those of \p Stores, one after the other to one element, that come before
  /// the first one of something for which errno may be set or another loop has
  /// to run: that is a statement besides the product.
  llvm::SmallVector<llvm::StoreInst *, 2>
  ofOneValue(llvm::ArrayRef<llvm::StoreInst *> Stores) const;

  /// The last write that initializes C, where \p Sum stores, before the first
  /// product is added. \p K is the position of the k loop. Sets \p Why when
  /// \p Sum is no reference to C.
  std::optional<InitialWrite> initialWrite(llvm::StoreInst &Sum, LoopDim K,
                                           Reason &Why);

  /// The only load of \p C after the inner loop and before \p Last, or null.
  llvm::LoadInst *onlyLoadOf(llvm::StoreInst &Last, const AffineRef &C);

  /// The loads of \p C between two stores of the middle loop.
  llvm::SmallVector<llvm::LoadInst *, 2> loadsBetween(llvm::StoreInst &First,
                                                      llvm::StoreInst &Last,
                                                      const AffineRef &C);

private:
  bool cannotFail(const llvm::Instruction &I);
  bool mayBeBeside(const llvm::Instruction &I) const;
  bool goesThroughOtherLoop(const llvm::Value &V) const;
  std::optional<InitialWrite> matchStore(llvm::StoreInst &Store,
                                         const AffineRef &C, LoopDim K);
  bool isAsLong(const llvm::SCEV *Bytes, const llvm::SCEV *Wanted);
  bool fillsRow(llvm::MemIntrinsic &Write, const AffineRef &C, LoopDim Covers);
  std::optional<InitialWrite> matchFill(llvm::MemIntrinsic &Write,
                                        const AffineRef &C, LoopDim Covers);
  bool repeats(llvm::Loop &Sibling, LoopDim Covers);
  bool readsC(llvm::Instruction &I, const AffineRef &C);

  /// The position of the loop along a row of start values.
  static LoopDim coveredBeside(LoopDim K) { return K == DimK ? DimJ : DimK; }
  /// The loop in which each iteration writes one row of start values, before
  /// the sum at position \p K begins.
  const llvm::Loop *loopOverRows(LoopDim K) const {
    return HasAxes ? RowsIn : K == DimI ? nullptr : Loops[DimI];
  }
  const NestShape &Shape;
  PerDim<llvm::Loop *> Loops;         ///< The innermost of each group.
  const llvm::Loop *Before, *After;   ///< See look(); else the middle loop.
  const llvm::Loop *RowsIn = nullptr; ///< See lookForRows().
  PerDim<const llvm::SCEV *> Trip;
  const bool HasAxes;
  AffineAccess &Access;
  const NestAnalyses &A;
  llvm::SmallVector<llvm::Instruction *, 4> All;
  bool FillsPairs = false;
  llvm::SmallVector<llvm::Instruction *, 4> Writes; ///< In sight.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_EFFECTS_NESTWRITES_H
