//===- GemmNest.h - A loop nest that multiplies matrices --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What recognition returns: a GEMM nest as five slices over the normalized
/// iteration numbers i in [0,m), j in [0,n), k in [0,k).
///
///     C(i,j) = Final( Start(i,j) ± sum over k, ascending, of
///                     [Scale *] P(i,k) * Q(k,j) , i, j)
///
/// A step of k may have further products, see StepProducts.
///
/// A slice is a side-effect-free expression of the original nest. Its leaves
/// are loads with affine addresses, loop counters, values that the nest does
/// not change, and, in Final, the accumulated sum. Nothing here owns or changes
/// IR.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_GEMMNEST_H
#define GEMMIFY_PASS_RECOGNIZE_GEMMNEST_H

#include "LoopIndex.h"
#include "pass/recognize/Ring.h"
#include "pass/recognize/StepProducts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// A condition inside the nest that does not change in it, and the value that
/// it has when every iteration runs (loop rotation leaves `if (k > 0)`).
struct NestGuard {
  llvm::Value *Condition = nullptr;
  bool Expected = true;
  const llvm::BasicBlock *At = nullptr; ///< The block that branches on it.
  /// What Condition compares, where it can only be stated so.
  std::optional<gemmify::Condition> Test;
};

/// What a nest does besides its product. The product can be split off when
/// Legality says so.
struct NestResidual {
  /// Stores and memory intrinsics that run and are not the product's.
  llvm::SmallVector<llvm::Instruction *, 4> Writes;
  /// Loads that these, the control flow and values used after the nest need.
  llvm::SmallVector<llvm::Instruction *, 8> Reads;
  /// Loads that the product needs.
  llvm::SmallVector<llvm::Instruction *, 8> ProductReads;
  /// Values equal to the stored result that the rest uses after the k loop.
  llvm::SmallVector<llvm::Instruction *, 2> Results;
  /// Something that the nest computes is used after it.
  bool Escapes = false;
  /// The blocks that run, numbered in the order of one iteration.
  llvm::SmallDenseMap<const llvm::BasicBlock *, unsigned, 16> Position;

  bool empty() const { return Writes.empty() && !Escapes; }
  /// Whether \p X comes before \p Y within one iteration of the loops around
  /// both.
  bool precedes(const llvm::Instruction *X, const llvm::Instruction *Y) const {
    return X->getParent() == Y->getParent()
               ? X->comesBefore(Y)
               : Position.lookup(X->getParent()) <
                     Position.lookup(Y->getParent());
  }
};

/// The elements of C that exist where the number of iterations of a loop over
/// one of i and j changes with the other one: those (i,j) of the m×n box with
/// Coef[DimI] * i + Coef[DimJ] * j + Offset >= 0, exactly. Each row and each
/// column of the box has one.
struct HalfPlane {
  /// 1 or -1; 0 of k. Of an index that does not count parts of elements, where
  /// the other one does, 2 or -2.
  PerDim<int> Coef = {};
  const llvm::SCEV *Offset = nullptr; ///< i64.
};

/// A recognized nest. See the file comment for its meaning.
struct GemmNest {
  llvm::Loop *Root = nullptr; ///< The outermost loop of all.
  PerDim<LoopIndex> Index;
  /// Goes on counting k where its loop ends, which is unrolled and leaves some
  /// iterations. Null when there is none.
  llvm::Loop *Rest = nullptr;
  /// Not null: only a part of C's box exists. The indices count from the first
  /// row and column of that part on.
  std::optional<HalfPlane> Region;
  /// Axes with which both operands and C move: a product for each of their
  /// points, in any order. Only Loops and Size are set.
  AxisGroup Batch;
  llvm::SmallVector<NestGuard, 2> Guards;
  llvm::SmallVector<WrapCheck, 2> WrapChecks;
  /// What has to be true besides: trip counts and strides mean what they say,
  /// and the pieces of an index that the source counts by several copies of the
  /// body fit together.
  llvm::SmallVector<Condition, 2> Conditions;
  llvm::SmallVector<RowWrapCheck, 1> RowWrapChecks;
  /// Integers of one index alone, null except for one dimension, which have to
  /// be the same for all indices: the lengths of rows. What they are for the
  /// first index counts as fixed.
  llvm::SmallVector<PerDim<const llvm::SCEV *>, 1> EqualRows;

  Slice P; ///< Depends on i and k at most.
  Slice Q; ///< Depends on k and j at most.
  /// Multiplies each product in a step of its own when not null:
  /// sum + Scale * (P * Q). Does not change in the nest.
  llvm::Value *Scale = nullptr;
  StepProducts Step;
  Ring Elem;

  AffineRef C; ///< The store of the result.
  /// Where the sum starts. Root is null when the sum starts from what C(i,j)
  /// holds when the nest is entered.
  Slice Start;
  /// What is stored. Root is Acc when the sum itself is.
  Slice Final;
  /// The leaf of Final that stands for the sum.
  llvm::Value *Acc = nullptr;
  /// Loads in Start and Final that read C(i,j) itself, as the nest found it.
  llvm::SmallPtrSet<const llvm::Instruction *, 2> LoadsOfC;

  /// Phis inside slices whose value is known while the guards hold: the one
  /// that comes along the path.
  llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 4> RegionPhi;

  /// \p V itself, or what it stands for when it is such a phi.
  llvm::Value *resolve(llvm::Value *V) const {
    for (auto It = RegionPhi.find(V); It != RegionPhi.end();
         It = RegionPhi.find(V))
      V = It->second;
    return V;
  }

  /// Loads of row pointers and of indices of rows, each of which moves with one
  /// dimension only, and of indices of elements. See AffineRef::Row and Lookup.
  llvm::SmallVector<AffineRef, 2> RowLoads;
  /// The one of \p S, or null.
  const AffineRef *findRowLoad(const llvm::SCEV *S) const;
  /// Whether \p S, a part of an AffineRef::Row, moves with its index.
  bool varies(const llvm::SCEV *S) const;
  /// Whether what \p Load reads decides where other values are looked up: a
  /// fixed load, or a row load through which another is found.
  bool leads(const llvm::Instruction &Load) const;

  /// Loads inside the nest of bounds, base pointers, leading dimensions and the
  /// like whose address does not move, in the order in which the nest reaches
  /// them: everything else is stated in terms of them. They are to be loaded
  /// once, before the nest.
  llvm::SmallVector<AffineRef, 2> InvariantLoads;
  /// Those of them whose address moves, and which read what it is for the first
  /// index: what EqualRows are made of. In rows, and in slices, they move.
  llvm::SmallPtrSet<const llvm::Instruction *, 2> FirstLoads;
  /// How many of them the nest reaches before it writes anything.
  unsigned LoadsBeforeWrites = 0;
  /// What stands for them once that has happened (hoistInvariantLoads).
  llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 2> LoadedBefore;

  /// The stores and memory intrinsics that the rewrite replaces.
  llvm::SmallVector<llvm::Instruction *, 2> Writes;
  /// What the nest does besides; empty when it is a product and nothing else.
  NestResidual Besides;

  /// P and Q, then those of the further products of a step.
  llvm::SmallVector<Slice *, 2> operands() { return operandsOf(*this); }
  llvm::SmallVector<const Slice *, 2> operands() const {
    return operandsOf(*this);
  }
  /// Start and Final, then those of odd lines.
  llvm::SmallVector<Slice *, 4> ends() { return endsOf(*this); }
  llvm::SmallVector<const Slice *, 4> ends() const { return endsOf(*this); }
  /// The operands, Start and Final.
  llvm::SmallVector<Slice *, 4> slices() {
    llvm::SmallVector<Slice *, 4> All(operands());
    All.append(ends());
    return All;
  }
  llvm::SmallVector<const Slice *, 4> slices() const {
    llvm::SmallVector<const Slice *, 4> All(operands());
    All.append(ends());
    return All;
  }

  /// Calls \p F(AffineRef &) on every reference.
  template <typename Fn> void forEachReference(Fn F) {
    F(C);
    for (Slice *S : slices())
      llvm::for_each(S->Loads, F);
    llvm::for_each(RowLoads, F);
    llvm::for_each(InvariantLoads, F);
  }

  /// Calls \p F(const SCEV *&) on every expression that is looked up.
  template <typename Fn> void forEachRow(Fn F) {
    auto IfAny = [&](const llvm::SCEV *&S) {
      if (S)
        F(S);
    };
    forEachReference([&](AffineRef &R) {
      llvm::for_each(R.Row, IfAny);
      IfAny(R.Lookup);
    });
    for (RowWrapCheck &W : RowWrapChecks)
      llvm::for_each(W.Row, IfAny);
    for (PerDim<const llvm::SCEV *> &Row : EqualRows)
      llvm::for_each(Row, IfAny);
  }

  /// Calls \p F(const SCEV *&) on every expression that does not change in the
  /// nest and has to be computed before it.
  template <typename Fn> void forEachExpression(Fn F) {
    for (LoopIndex &Each : Index)
      Each.forEachExpression(F);
    if (Region)
      F(Region->Offset);
    Batch.forEachExpression(F);
    forEachReference([&](AffineRef &R) { R.forEachExpression(F); });
    for (Slice *S : slices())
      for (Counter &Each : S->Counters) {
        F(Each.Start);
        llvm::for_each(Each.Step, F);
        for (auto &OfDim : Each.Carry)
          llvm::for_each(OfDim, F);
      }
    for (RowWrapCheck &W : RowWrapChecks)
      llvm::for_each(W.Coef, F);
    for (WrapCheck &W : WrapChecks)
      W.forEachExpression(F);
    auto OnTest = [&](Condition &Test) {
      F(Test.X);
      F(Test.Y);
    };
    llvm::for_each(Conditions, OnTest);
    for (NestGuard &G : Guards)
      if (G.Test)
        OnTest(*G.Test);
  }

  /// Whether \p Access is one of InvariantLoads.
  bool isFixedLoad(const llvm::Value *Access) const {
    return llvm::any_of(InvariantLoads,
                        [&](const AffineRef &R) { return R.Access == Access; });
  }

  /// Whether \p V stands for a sum in Start and Final.
  bool isAcc(const llvm::Value *V) const {
    return V == Acc || (Step.Odd && V == Step.Odd->Acc);
  }
  /// Whether \p R is one of LoadsOfC that reads what follows C(i,j).
  bool readsOddOfC(const AffineRef &R) const {
    return Step.Odd && Step.Odd->Loads.contains(R.Access);
  }
  bool startsFromC() const { return !Start.Root; }
  bool endsWithSum() const {
    return Final.Root == Acc &&
           (!Step.Odd || Step.Odd->Final.Root == Step.Odd->Acc);
  }
  /// Whether the nest has other loops than one for each index and its tiles.
  bool hasAxes() const {
    return !Batch.isOne() || llvm::any_of(Index, [](const LoopIndex &I) {
      return !I.Axes.isOne();
    });
  }
  /// Whether C is a vector, the product of a matrix Q with a vector P: two
  /// loops count j and k, and none counts i.
  bool isVector() const { return !Index[DimI].hasLoop(); }
  /// Whether the innermost loop forms a sum.
  bool sumsInside() const { return Index[DimK].innermost()->isInnermost(); }
  bool hasKnownTrips() const {
    return llvm::all_of(Index, [](const LoopIndex &I) {
      return llvm::isa<llvm::SCEVConstant>(I.Trip);
    });
  }
  bool isTiled() const {
    return llvm::any_of(Index,
                        [](const LoopIndex &I) { return I.Tiled.has_value(); });
  }
  /// How often the body of each index runs; see LoopIndex::Trip.
  PerDim<const llvm::SCEV *> trips() const {
    return {Index[DimI].Trip, Index[DimJ].Trip, Index[DimK].Trip};
  }
  /// The axis of Batch whose loop is the innermost one, if one is.
  std::optional<unsigned> innermostBatch() const {
    const auto *L = llvm::find_if(
        Batch.Loops, [](const llvm::Loop *L) { return L->isInnermost(); });
    return L == Batch.Loops.end() ? std::nullopt
                                  : std::optional(L - Batch.Loops.begin());
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_GEMMNEST_H
