//===- EqualRows.cpp - Rows that have to be equally long ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of AffineAccess for numbers that each iteration of a loop loads and
/// that count as fixed if they are all the same, as the lengths of the rows of
/// a std::vector of vectors should be.
///
//===----------------------------------------------------------------------===//

#include "pass/recognize/loops/NestShape.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

/// What of \p S has to be the same for \p S to be the same: without a constant
/// that is added, before an extension, in elements and not in bytes.
static const SCEV *movingPart(const SCEV *S, ScalarEvolution &SE) {
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  if (Sum && isa<SCEVConstant>(Sum->getOperand(0)))
    S = SE.getMinusSCEV(Sum, Sum->getOperand(0));
  if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S))
    S = cast<SCEVCastExpr>(S)->getOperand();
  const auto *Product = dyn_cast<SCEVMulExpr>(S);
  if (Product && Product->getNumOperands() == 2 &&
      isa<SCEVConstant>(Product->getOperand(0)) &&
      isa<SCEVUnknown>(Product->getOperand(1)))
    S = Product->getOperand(1);
  return S;
}

bool AffineAccess::isEqualRow(const SCEV *S) {
  return llvm::any_of(EqualRows, [&](const RowTerm &Row) {
    return Row.Expr == movingPart(S, SE);
  });
}

bool AffineAccess::isFixedOrEqual(const SCEV *S) {
  if (isFixed(S))
    return true;
  if (SE.getTypeSizeInBits(S->getType()) > 64 || countsIn(S))
    return false;
  const Loop *Before = std::exchange(Scope, &Innermost);
  std::optional<unsigned> Loops = loopsOf(S);
  Scope = Before;
  // The shortest of several rows, as a zip of two has it.
  const auto *Choice = dyn_cast<SCEVMinMaxExpr>(movingPart(S, SE));
  if (Choice && Loops && !isPowerOf2_32(*Loops)) {
    const unsigned Taken = EqualRows.size();
    const bool AllAre = llvm::all_of(
        Choice->operands(), [&](const SCEV *Op) { return isFixedOrEqual(Op); });
    if (!AllAre)
      EqualRows.truncate(Taken);
    return AllAre;
  }
  if (!Loops || !isPowerOf2_32(*Loops))
    return false;
  EqualRows.push_back({movingPart(S, SE), *Loops});
  return true;
}

bool AffineAccess::isEqualOutside(const SCEV *S, unsigned Position) const {
  return llvm::all_of(EqualRows, [&](const RowTerm &Row) {
    return Row.Loops < 1u << Position ||
           !SCEVExprContains(
               S,
               [&](const SCEV *Part) {
                 return movingPart(Part, SE) == Row.Expr;
               });
  });
}

/// Enters the loads of \p Row, as what they read for the first index, into
/// InvariantLoads. The last one on the path; null when that cannot be done.
const Instruction *AffineAccess::takeFirstLoads(const SCEV *Row, GemmNest &N,
                                                const NestShape &Shape) {
  const Instruction *Last = nullptr;
  SaveAndRestore Apart(MayJoinLoads, false);
  bool Fails = SCEVExprContains(Row, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    if (!Load || isFixed(Part))
      return false;
    Reason Ignored = Reason::None;
    std::optional<AffineRef> R = reference(*Load, Ignored);
    if (!R || R->hasRows() || !Shape.runsAlways(*Load->getParent()))
      return true;
    if (!Last || Shape.precedes(Last, Load))
      Last = Load;
    const SCEV *Zero = SE.getZero(Type::getInt64Ty(SE.getContext()));
    R->Stride = {Zero, Zero, Zero};
    if (N.FirstLoads.insert(Load).second)
      N.InvariantLoads.push_back(*R);
    return false;
  });
  return Fails ? nullptr : Last;
}

bool AffineAccess::takeEqualRows(GemmNest &N, const NestShape &Shape) {
  // Here they move.
  SmallVector<RowTerm, 1> Rows;
  std::swap(Rows, EqualRows);
  using LastAndRow = std::pair<const Instruction *, PerDim<const SCEV *>>;
  SmallVector<LastAndRow, 1> Taken;
  for (const RowTerm &Row : Rows)
    if (std::optional<PerDim<const SCEV *>> Folded = foldRows(Row))
      if (const Instruction *Last = takeFirstLoads(Row.Expr, N, Shape))
        Taken.push_back({Last, *Folded});
  std::swap(Rows, EqualRows);
  llvm::sort(Taken, [&](const LastAndRow &X, const LastAndRow &Y) {
    return Shape.precedes(X.first, Y.first);
  });
  for (const LastAndRow &Each : Taken)
    N.EqualRows.push_back(Each.second);
  return Taken.size() == EqualRows.size();
}

} // namespace gemmify
