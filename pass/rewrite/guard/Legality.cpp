//===- Legality.cpp - What must hold before a nest is replaced ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legality.h"
#include "NestAlias.h"
#include "SafeDivision.h"
#include "intrinsic/Llvm.h"
#include "lowering/target/TargetFeatures.h"
#include "pass/recognize/arith/ExpressionParts.h"
#include "pass/rewrite/distribute/ArrayExpansion.h"
#include "pass/rewrite/version/InvariantLoads.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

namespace {

class Examiner {
public:
  Examiner(const GemmNest &N, AAResults &AA, ScalarEvolution &SE)
      : N(N), Alias(N, AA), SE(SE) {}

  Legality run() {
    if (N.Elem.Always &&
        !hasFusedMultiplyAdd(*N.Root->getHeader()->getParent())) {
      Result.Impossible = Reason::NoFusedMultiplyAdd;
      return std::move(Result);
    }
    if (!elementsAreDistinct())
      return std::move(Result);
    for (const Slice *S : N.operands())
      for (const AffineRef &R : S->Loads)
        require(R, /*IsOperand=*/true);
    for (const Slice *S : N.ends())
      for (const AffineRef &R : S->Loads)
        if (!N.LoadsOfC.contains(R.Access))
          require(R, /*IsOperand=*/false);
    for (const AffineRef &R : N.InvariantLoads)
      require(R, /*IsOperand=*/false);
    for (const AffineRef &R : N.RowLoads)
      require(R, /*IsOperand=*/false);
    if (Result.Impossible == Reason::None &&
        (!canLoadBefore(N, Alias, SE) || !canLookUpBefore() ||
         !guardIsComputable()))
      Result.Impossible = Reason::NotKnownBefore;
    return std::move(Result);
  }

private:
  bool elementsAreDistinct() {
    if (!N.Region && canExpandRow(N, SE.getDataLayout())) {
      Result.Expansion.emplace();
      return true;
    }
    for (LoopDim D : {DimI, DimJ})
      if (!N.C.dependsOn(D) && !N.Index[D].Trip->isOne()) {
        Result.Impossible = Reason::SameElements;
        return false;
      }
    if (N.C.hasRow(DimI) && N.C.hasRow(DimJ)) {
      Result.Impossible = Reason::LookedUpTwice;
      return false;
    }
    return true;
  }

  void require(const AffineRef &R, bool IsOperand) {
    if (IsOperand && R.hasRowsOf(N.C) &&
        SE.getMinusSCEV(R.Start, N.C.Start)->isZero()) {
      Result.Impossible = Reason::ResultIsOperand;
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

  /// Before the kernel looks up what is found through C's own rows or through
  /// another table, it knows that C's rows so far do not overwrite it. That
  /// takes a place that is known, and addresses of C that need no further test.
  /// Lengths of rows are read first, and may decide how far the source goes.
  bool canLookUpBefore() {
    auto IsRowLoad = [&](const Instruction *Load) {
      return llvm::any_of(N.RowLoads,
                          [&](const AffineRef &R) { return R.Access == Load; });
    };
    if (N.C.hasRows() && !llvm::all_of(N.FirstLoads, IsRowLoad))
      return false;
    return llvm::none_of(Result.RowsApart, [&](const AffineRef &R) {
      return N.leads(*R.Access) &&
             (R.hasRows() || !N.RowWrapChecks.empty() ||
              (!N.EqualRows.empty() && !N.FirstLoads.contains(R.Access) &&
               mayDecideOnLengths(*R.Access)));
    });
  }

  /// Whether it may depend on what \p Load reads which lengths of rows the
  /// source reads, and where: on anything but where elements are, and what they
  /// become.
  bool mayDecideOnLengths(const Instruction &Load) {
    SmallSetVector<const Instruction *, 16> Reached;
    Reached.insert(&Load);
    for (unsigned At = 0; At != Reached.size(); ++At) {
      const Instruction *I = Reached[At];
      if (I->isTerminator() || N.FirstLoads.contains(I))
        return true;
      for (const User *Usr : I->users())
        if (N.Root->contains(cast<Instruction>(Usr)))
          Reached.insert(cast<Instruction>(Usr));
    }
    return false;
  }

  /// All values that the guard needs exist before the nest or are loaded
  /// there; what is left is arithmetic that must not trap.
  bool guardIsComputable() {
    SCEVExpander Expander = createExpander(SE);
    SafeDivision Divisions(SE, [&](const SCEV *Divisor) {
      return SE.getUMaxExpr(Divisor, SE.getOne(Divisor->getType()));
    });
    bool All = true;
    GemmNest Nest = N;
    Nest.forEachExpression([&](const SCEV *S) {
      All = All && Expander.isSafeToExpand(Divisions.visit(S));
    });
    auto Safe = [&](const SCEV *S) { return Expander.isSafeToExpand(S); };
    Nest.forEachRow(
        [&](const SCEV *Row) { All = All && allFixedParts(Row, Safe); });
    for (const LoopIndex &Each : N.Index)
      All = All && (!Each.Tiled || safeInEachTile(*Each.Tiled));
    return All;
  }

  bool safeInEachTile(const Tiling &C) {
    return !SCEVExprContains(C.Points, [](const SCEV *S) {
      return isa<SCEVUDivExpr>(S) &&
             !isa<SCEVConstant>(cast<SCEVUDivExpr>(S)->getRHS());
    });
  }

  /// Whether \p Check accepts what a row is made of besides row loads.
  bool allFixedParts(const SCEV *Row, function_ref<bool(const SCEV *)> Check) {
    return forEachPart(
        Row, [&](const SCEV *Part) { return !N.varies(Part) && Check(Part); },
        [&](const SCEV *Part) { return N.varies(Part); });
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
