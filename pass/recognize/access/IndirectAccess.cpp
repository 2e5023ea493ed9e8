//===- IndirectAccess.cpp - Row pointers and gathered rows ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of AffineAccess that looks through tables: what an address adds for
/// one index alone, by loading a pointer or a number that depends on it, or for
/// each element.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "pass/recognize/arith/ExpressionParts.h"
#include "pass/recognize/loops/Substitution.h"
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

bool GemmNest::leads(const Instruction &Load) const {
  auto FindsBy = [&](const SCEV *Row) {
    return Row && SCEVExprContains(Row, [&](const SCEV *Part) {
             const AffineRef *R = findRowLoad(Part);
             return R && R->Access == &Load;
           });
  };
  return isFixedLoad(&Load) || llvm::any_of(RowLoads, [&](const AffineRef &R) {
           return llvm::any_of(R.Row, FindsBy) || FindsBy(R.Lookup);
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
/// does not change. Expressions share their parts: each is looked at once per
/// question.
std::optional<unsigned> AffineAccess::loopsOf(const SCEV *Row) {
  const bool Outermost = LoopsOfPart.empty();
  auto [Known, IsNew] =
      LoopsOfPart.insert({{Row, Scope}, std::optional<unsigned>()});
  if (!IsNew)
    return Known->second;
  std::optional<unsigned> Loops = findLoopsOf(Row);
  if (Outermost)
    LoopsOfPart.clear();
  else
    LoopsOfPart[{Row, Scope}] = Loops;
  return Loops;
}

std::optional<unsigned> AffineAccess::findLoopsOf(const SCEV *Row) {
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
    if (Position == PositionOf.end() || !Rec->getLoop()->contains(Scope) ||
        !isFixed(Rec->getStepRecurrence(SE)))
      return std::nullopt;
    Loops = 1u << Position->second;
    break;
  }
  case scPtrToInt:
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
  if (!Load.isSimple() || !(IsPointer || IsIndex) ||
      !loopAround(*Load.getParent()).contains(Scope))
    return std::nullopt;
  std::optional<Split> Address =
      splitValue(*Load.getPointerOperand(), *Load.getParent());
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

/// An index of which only a part is looked up, in a narrow type. The other part
/// may be taken out of the extension when the sum does not wrap.
std::optional<AffineAccess::Split>
AffineAccess::extendRows(const SCEVCastExpr *Ext, Split In) {
  const bool Signed = isa<SCEVSignExtendExpr>(Ext);
  Type *Wide = Ext->getType();
  const SCEV *Narrow = In.Start;
  unsigned Loops = 0;
  for (const RowTerm &Row : In.Rows) {
    Narrow = SE.getAddExpr(Narrow, Row.Expr);
    Loops |= Row.Loops;
  }
  bool Affine = false;
  for (auto [Position, Coef] : enumerate(In.Coef)) {
    Affine |= !Coef->isZero();
    if (!Coef->isZero() && (Loops >> Position & 1))
      return std::nullopt;
  }
  // Without another part, the extension is looked up, too.
  if (!Affine || SE.getTypeSizeInBits(Wide) > 64 ||
      !llvm::all_of(Groups, [&](const Group &G) { return agrees(G, In); }))
    return std::nullopt;
  Split Result = invariant(SE.getZero(Wide));
  for (auto [Position, Coef] : enumerate(In.Coef))
    Result.Coef[Position] = extendCoefficient(SE, Coef, Signed, Wide);
  for (const Group &G : Groups) {
    foldAxes(G, Result);
    if (G.Tile)
      Result.Coef[*G.Tile] = tileStride(G, Result.Coef[G.Point]);
  }
  Result.Rows.push_back({Signed ? SE.getSignExtendExpr(Narrow, Wide)
                                : SE.getZeroExtendExpr(Narrow, Wide),
                         Loops});
  if (!requireOfRows(Result, Narrow, Signed))
    return std::nullopt;
  return Result;
}

/// \p Narrow is the row of \p Wide before the extension.
bool AffineAccess::requireOfRows(const Split &Wide, const SCEV *Narrow,
                                 bool Signed) {
  if (!Grouped)
    return true;
  std::optional<PerDim<const SCEV *>> Folded =
      foldRows(RowTerm{Narrow, Wide.Rows[0].Loops});
  if (!Folded)
    return false;
  RowWrapCheck Check;
  Check.Row = *Folded;
  Check.Signed = Signed;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  for (LoopDim D : {DimI, DimJ, DimK})
    Check.Coef[D] = SE.getNoopOrSignExtend(Wide.Coef[Groups[D].Point], I64);
  auto Same = [&](const RowWrapCheck &C) {
    return C.Row == Check.Row && C.Coef == Check.Coef &&
           C.Signed == Check.Signed;
  };
  if (llvm::none_of(RowChecks, Same))
    RowChecks.push_back(Check);
  return true;
}

/// Whether \p Row counts a loop itself, not only where its loads lie.
bool AffineAccess::countsIn(const SCEV *Row) {
  return SCEVExprContains(Row, [&](const SCEV *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    return Rec && Root.contains(Rec->getLoop());
  });
}

/// The only index that \p Term moves with.
std::optional<LoopDim> AffineAccess::dimensionOf(const RowTerm &Term) {
  for (LoopDim D : {DimI, DimJ, DimK})
    if (!(Term.Loops & ~loopsOf(Groups[D])))
      return D;
  return std::nullopt;
}

/// One row per index. Empty when a term moves with two.
std::optional<PerDim<const SCEV *>>
AffineAccess::foldRows(ArrayRef<RowTerm> Rows) {
  PerDim<const SCEV *> Folded = {};
  for (const RowTerm &Term : Rows) {
    std::optional<LoopDim> D = dimensionOf(Term);
    if (!D || (Groups[*D].Tile && countsIn(Term.Expr)) ||
        !noteRowLoads(Term.Expr))
      return std::nullopt;
    const SCEV *S = ValueSubstitution(SE, RowLoadOf).visit(Term.Expr);
    const SCEV *&Row = Folded[*D];
    Row = Row ? SE.getAddExpr(Row, S) : S;
  }
  return Folded;
}

/// Moves the terms of \p S that move with several indices to \p Ref. False when
/// one of them cannot be computed from those.
bool AffineAccess::takeLookups(Split &S, AffineRef &Ref) {
  for (const RowTerm &Term : S.Rows) {
    if (dimensionOf(Term))
      continue;
    if (!canBeLookedUp(Term) || !noteRowLoads(Term.Expr))
      return false;
    for (LoopDim D : {DimI, DimJ, DimK})
      Ref.LookupOn[D] |= (Term.Loops & loopsOf(Groups[D])) != 0;
    const SCEV *Expr = ValueSubstitution(SE, RowLoadOf).visit(Term.Expr);
    Ref.Lookup = Ref.Lookup ? SE.getAddExpr(Ref.Lookup, Expr) : Expr;
  }
  llvm::erase_if(S.Rows,
                 [&](const RowTerm &Term) { return !dimensionOf(Term); });
  return true;
}

/// An offset; the loops that it counts itself count an index each.
bool AffineAccess::canBeLookedUp(const RowTerm &Term) {
  if (!Term.Expr->getType()->isIntegerTy(64))
    return false;
  return !SCEVExprContains(Term.Expr, [&](const SCEV *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    if (!Rec || !Root.contains(Rec->getLoop()))
      return false;
    unsigned Counts = 1u << PositionOf.lookup(Rec->getLoop());
    return Siblings.contains(Rec->getLoop()) ||
           llvm::any_of(Groups, [&](const Group &G) {
             return G.Tile && (loopsOf(G) & Counts);
           });
  });
}

/// Enters the loads of \p Row into RowLoads.
bool AffineAccess::noteRowLoads(const SCEV *Row) {
  return forEachPart(
      Row, [&](const SCEV *Part) { return isFixed(Part); },
      [&](const SCEV *Part) {
        const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
        return !Unknown || noteRowLoad(*cast<LoadInst>(Unknown->getValue()));
      });
}

bool AffineAccess::noteRowLoad(LoadInst &Load) {
  if (RowLoadOf.lookup(&Load))
    return true;
  Reason Ignored = Reason::None;
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
