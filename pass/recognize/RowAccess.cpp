//===- RowAccess.cpp - Row pointers and gathered rows ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of AffineAccess that looks through tables: what an address adds for
/// one index alone, by loading a pointer or a number that depends on it.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace gemmify {

const AffineRef *GemmNest::findRowLoad(const SCEV *S) const {
  const auto *Unknown = dyn_cast<SCEVUnknown>(S);
  for (const AffineRef &R : RowLoads)
    if (Unknown && R.Access == Unknown->getValue())
      return &R;
  return nullptr;
}

bool GemmNest::varies(const SCEV *S) const {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return Root->contains(Rec->getLoop());
    return findRowLoad(Part) != nullptr;
  });
}

/// \p S as a term that is looked up. Its arithmetic is repeated as it is, so
/// that nothing has to be known about its range.
std::optional<AffineAccess::Split> AffineAccess::splitRow(const SCEV *S) {
  std::optional<unsigned> Loops = loopsOf(S);
  if (!Loops || !*Loops)
    return std::nullopt;
  Split Result = invariant(SE.getZero(SE.getEffectiveSCEVType(S->getType())));
  Result.Rows.push_back({S, *Loops});
  return Result;
}

/// Bit p is set when \p Row moves with the loop at position p of the chain;
/// empty when it is no expression of indices, loads and values that the nest
/// does not change.
std::optional<unsigned> AffineAccess::loopsOf(const SCEV *Row) {
  if (isFixed(Row))
    return 0;
  unsigned Loops = 0;
  switch (Row->getSCEVType()) {
  case scUnknown: {
    auto *Load = dyn_cast<LoadInst>(cast<SCEVUnknown>(Row)->getValue());
    return Load ? loopsOf(*Load) : std::nullopt;
  }
  case scAddRecExpr: {
    const auto *Rec = cast<SCEVAddRecExpr>(Row);
    auto Position = PositionOf.find(Rec->getLoop());
    if (!Rec->isAffine() || Position == PositionOf.end() ||
        !Rec->getLoop()->contains(Scope) ||
        !isFixed(Rec->getStepRecurrence(SE)))
      return std::nullopt;
    Loops = 1u << Position->second;
    break;
  }
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scAddExpr:
  case scMulExpr:
  case scUDivExpr:
  case scSMaxExpr:
  case scUMaxExpr:
  case scSMinExpr:
  case scUMinExpr:
    break;
  default:
    return std::nullopt;
  }
  for (const SCEV *Op : Row->operands()) {
    std::optional<unsigned> Part = loopsOf(Op);
    if (!Part)
      return std::nullopt;
    Loops |= *Part;
  }
  return Loops;
}

/// The same for a load of a row pointer or of an index.
std::optional<unsigned> AffineAccess::loopsOf(LoadInst &Load) {
  Type *Ty = Load.getType();
  bool IsPointer = Ty->isPointerTy() && Ty->getPointerAddressSpace() == 0;
  bool IsIndex = Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64 &&
                 SE.getDataLayout().typeSizeEqualsStoreSize(Ty);
  // Behind its loop, a value is that of the last iteration.
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      !(IsPointer || IsIndex) || !Root.contains(&Load) ||
      !loopAround(*Load.getParent()).contains(Scope))
    return std::nullopt;
  std::optional<Split> Address =
      splitPointer(*Load.getPointerOperand(), *Load.getParent());
  if (!Address)
    return std::nullopt;
  unsigned Loops = 0;
  for (auto [Position, Coef] : enumerate(Address->Coef))
    if (!Coef->isZero())
      Loops |= 1u << Position;
  for (const RowTerm &Row : Address->Rows)
    Loops |= Row.Loops;
  return Loops;
}

/// Whether \p Row counts a loop itself, not only where its loads lie.
bool AffineAccess::countsIn(const SCEV *Row) {
  return SCEVExprContains(Row, [&](const SCEV *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    return Rec && Root.contains(Rec->getLoop());
  });
}

/// One row per index. Empty when a term moves with two.
std::optional<PerDim<const SCEV *>> AffineAccess::foldRows(const Split &S) {
  PerDim<const SCEV *> Folded = {};
  for (const RowTerm &Term : S.Rows) {
    const SCEV **Row = nullptr;
    for (LoopDim D : {DimI, DimJ, DimK}) {
      const Group &G = Groups[D];
      unsigned Counted = 1u << G.Point | (G.Tile ? 1u << *G.Tile : 0);
      if (!(Term.Loops & ~Counted) && !(G.Tile && countsIn(Term.Expr)))
        Row = &Folded[D];
    }
    if (!Row || !noteRowLoads(Term.Expr))
      return std::nullopt;
    const SCEV *S = SCEVParameterRewriter::rewrite(Term.Expr, SE, RowLoadOf);
    *Row = *Row ? SE.getAddExpr(*Row, S) : S;
  }
  return Folded;
}

/// Enters the loads of \p Row into RowLoads.
bool AffineAccess::noteRowLoads(const SCEV *Row) {
  if (isFixed(Row))
    return true;
  if (const auto *Unknown = dyn_cast<SCEVUnknown>(Row))
    return noteRowLoad(*cast<LoadInst>(Unknown->getValue()));
  return llvm::all_of(Row->operands(),
                      [&](const SCEV *Op) { return noteRowLoads(Op); });
}

bool AffineAccess::noteRowLoad(LoadInst &Load) {
  if (RowLoadOf.lookup(&Load))
    return true;
  std::string Ignored;
  std::optional<AffineRef> Ref = reference(Load, Ignored);
  if (!Ref)
    return false;
  auto *Same = llvm::find_if(RowLoads, [&](const AffineRef &R) {
    return R.isAt(*Ref) && R.ElemTy == Ref->ElemTy;
  });
  if (Same == RowLoads.end()) {
    RowLoads.push_back(*Ref);
    Same = &RowLoads.back();
  }
  RowLoadOf[&Load] = SE.getSCEV(Same->Access);
  return true;
}

} // namespace gemmify
