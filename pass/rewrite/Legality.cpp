//===- Legality.cpp - What must hold before a nest is replaced ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legality.h"
#include "NestAlias.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

namespace {

class Examiner {
public:
  Examiner(const GemmNest &N, AAResults &AA, ScalarEvolution &SE)
      : N(N), Alias(N, AA), SE(SE) {}

  Legality run() {
    if (!elementsAreDistinct())
      return std::move(Result);
    for (const Slice *S : {&N.P, &N.Q, &N.Start, &N.Final})
      for (const AffineRef &R : S->Loads)
        if (S == &N.P || S == &N.Q)
          require(R, /*IsOperand=*/true);
        else if (!N.LoadsOfC.contains(R.Access))
          require(R, /*IsOperand=*/false);
    for (const AffineRef &R : N.FixedLoads)
      require(R, /*IsOperand=*/false);
    for (const AffineRef &R : N.RowLoads)
      require(R, /*IsOperand=*/false);
    if (Result.Impossible.empty() && !guardIsComputable())
      Result.Impossible = "a bound, address or stride of the nest cannot be "
                          "computed safely before it";
    return std::move(Result);
  }

private:
  bool elementsAreDistinct() {
    for (LoopDim D : {DimI, DimJ})
      if (!N.C.dependsOn(D) && !N.Trip[D]->isOne()) {
        Result.Impossible = "the result does not move with two of the loops; "
                            "all sums end in the same elements";
        return false;
      }
    if (N.C.hasRow(DimI) && N.C.hasRow(DimJ)) {
      Result.Impossible = "rows and columns of the result are both looked up "
                          "in tables; compute into a matrix without tables, "
                          "then scatter it";
      return false;
    }
    return true;
  }

  void require(const AffineRef &R, bool IsOperand) {
    if (IsOperand && R.Row == N.C.Row &&
        SE.getMinusSCEV(R.Start, N.C.Start)->isZero()) {
      Result.Impossible = "the result is also an operand of the product; "
                          "compute into another array";
      return;
    }
    if (Alias.neverAliases(*N.C.Access, *N.C.Pointer, *R.Access, *R.Pointer))
      return;
    auto Same = [&](const AffineRef &Other) {
      return Other.isAt(R) && Other.ElemTy == R.ElemTy;
    };
    auto &Apart =
        N.C.hasRows() || R.hasRows() ? Result.RowsApart : Result.MustBeApart;
    if (llvm::none_of(Apart, Same))
      Apart.push_back(R);
  }

  /// All values that the guard needs exist before the nest or are loaded
  /// there; what is left is arithmetic that must not trap.
  bool guardIsComputable() {
    SCEVExpander Expander(SE, "gemmify");
    auto Safe = [&](const SCEV *S) { return Expander.isSafeToExpand(S); };
    auto SafeIfAny = [&](const SCEV *S) { return !S || Safe(S); };
    auto SafeRow = [&](const SCEV *Row) {
      return !Row || allFixedParts(Row, Safe);
    };
    auto SafeRef = [&](const AffineRef &R) {
      return Safe(R.Start) && llvm::all_of(R.Stride, Safe) &&
             llvm::all_of(R.Row, SafeRow);
    };
    for (const RowWrapCheck &W : N.RowWrapChecks)
      if (!llvm::all_of(W.Row, SafeRow) || !llvm::all_of(W.Coef, Safe))
        return false;
    if (!llvm::all_of(N.RowLoads, SafeRef))
      return false;
    auto SafeCounter = [&](const Counter &C) {
      return Safe(C.Start) && llvm::all_of(C.Step, Safe);
    };
    for (const Slice *S : {&N.P, &N.Q, &N.Start, &N.Final})
      if (!llvm::all_of(S->Loads, SafeRef) ||
          !llvm::all_of(S->Counters, SafeCounter))
        return false;
    for (const WrapCheck &W : N.WrapChecks)
      if (!Safe(W.Start) || !llvm::all_of(W.Coef, Safe) ||
          !llvm::all_of(W.TileCoef, SafeIfAny) ||
          !llvm::all_of(W.Trip, SafeIfAny))
        return false;
    for (const Condition &C : N.Conditions)
      if (!Safe(C.X) || !Safe(C.Y))
        return false;
    for (const std::optional<Tiling> &T : N.Tiled)
      if (T && (!Safe(T->Tiles) || !Safe(T->TileSize) || !safeInEachTile(*T)))
        return false;
    return SafeRef(N.C) && llvm::all_of(N.Trip, Safe);
  }

  bool safeInEachTile(const Tiling &C) {
    return !SCEVExprContains(C.Points, [](const SCEV *S) {
      return isa<SCEVUDivExpr>(S) &&
             !isa<SCEVConstant>(cast<SCEVUDivExpr>(S)->getRHS());
    });
  }

  /// Whether \p Check accepts what a row is made of besides row loads.
  bool allFixedParts(const SCEV *Row, function_ref<bool(const SCEV *)> Check) {
    if (!N.varies(Row))
      return Check(Row);
    return llvm::all_of(Row->operands(), [&](const SCEV *Op) {
      return allFixedParts(Op, Check);
    });
  }

  const GemmNest &N;
  NestAlias Alias;
  ScalarEvolution &SE;
  Legality Result;
};

} // namespace

Legality examine(const GemmNest &Nest, AAResults &AA, ScalarEvolution &SE) {
  return Examiner(Nest, AA, SE).run();
}

} // namespace gemmify
