//===- RowNumber.cpp - Exact numbers of the rows of a triangle ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowNumber.h"
#include "Substitution.h"

using namespace llvm;

namespace gemmify {

/// Bounds of numbers and rows, as the guard has them for sizes: sums of a few
/// of them do not wrap.
constexpr int64_t LargestPart = int64_t(1) << 48;
constexpr unsigned MostParts = 4;

void RowNumberReader::require(CmpInst::Predicate Pred, const SCEV *X,
                              int64_t Y) {
  Conditions.push_back({Pred, X, SE.getConstant(X->getType(), Y, true)});
}

void RowNumberReader::bound(const SCEV *Part) {
  if (Part == Rows)
    return;
  require(ICmpInst::ICMP_SGE, Part, -LargestPart);
  require(ICmpInst::ICMP_SLE, Part, LargestPart);
}

void RowNumberReader::requireAll() {
  require(ICmpInst::ICMP_ULE, Rows, LargestPart);
  for (const Condition &C : Conditions)
    Access.require(C);
  for (const WrapCheck &W : Checks)
    Access.require(W);
}

const SCEV *RowNumberReader::last(const RowNumber &N) const {
  const SCEV *Steps = SE.getMinusSCEV(Rows, SE.getOne(Rows->getType()));
  const SCEV *By = SE.getConstant(Rows->getType(), N.Slope, true);
  return SE.getAddExpr(N.First, SE.getMulExpr(By, Steps));
}

const SCEV *RowNumberReader::extend(const SCEV *S, bool Signed) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  return Signed ? SE.getNoopOrSignExtend(S, I64)
                : SE.getNoopOrZeroExtend(S, I64);
}

std::optional<RowNumber> RowNumberReader::read(const SCEV *S, bool Signed) {
  if (!S->getType()->isIntegerTy() || SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  std::optional<RowNumber> N = readExact(S, Signed);
  if (N && !Signed && SE.getTypeSizeInBits(S->getType()) == 64) {
    require(ICmpInst::ICMP_SGE, N->First, 0);
    require(ICmpInst::ICMP_SGE, last(*N), 0);
  }
  return N;
}

/// The same but for an unsigned number of 64 bits, which may be that of a
/// negative one.
std::optional<RowNumber> RowNumberReader::readExact(const SCEV *S,
                                                    bool Signed) {
  if (Access.isFixed(S)) {
    const SCEV *Wide = extend(S, Signed);
    bound(Wide);
    return RowNumber{Wide, 0};
  }
  if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S))
    return readExact(cast<SCEVCastExpr>(S)->getOperand(),
                     isa<SCEVSignExtendExpr>(S));
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
    return readRecurrence(Rec, Signed);
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  return Sum && SE.getTypeSizeInBits(S->getType()) == 64 ? readSum(Sum)
                                                         : std::nullopt;
}

std::optional<RowNumber>
RowNumberReader::readRecurrence(const SCEVAddRecExpr *Rec, bool Signed) {
  const auto *Step = Rec->isAffine()
                         ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                         : nullptr;
  const SCEV *Start = Rec->getStart();
  if (Rec->getLoop() != &Outer || !Step || !Access.isFixed(Start) ||
      !(Step->getAPInt().isOne() || Step->getAPInt().isAllOnes()))
    return std::nullopt;
  if (SE.getTypeSizeInBits(Rec->getType()) < 64) {
    const SCEV *Zero = SE.getZero(Rec->getType());
    WrapCheck W;
    W.Start = Start;
    W.Coef = {Zero, Zero, Zero};
    W.Coef[At] = Step;
    W.Trip[At] = Rows;
    W.Signed = Signed;
    Checks.push_back(W);
  }
  const SCEV *Wide = extend(Start, Signed);
  bound(Wide);
  return RowNumber{Wide, Step->getAPInt().isOne() ? 1 : -1};
}

std::optional<RowNumber> RowNumberReader::readSum(const SCEVAddExpr *Sum) {
  if (Sum->getNumOperands() > MostParts)
    return std::nullopt;
  RowNumber Total{SE.getZero(Sum->getType()), 0};
  for (const SCEV *Op : Sum->operands()) {
    std::optional<RowNumber> Part = readExact(Op, /*Signed=*/true);
    if (!Part || (Part->Slope && Total.Slope))
      return std::nullopt;
    Total.First = SE.getAddExpr(Total.First, Part->First);
    Total.Slope += Part->Slope;
  }
  return Total;
}

/// The only minimum or maximum of two in \p S, if it moves; null: none.
static const SCEVMinMaxExpr *findChoice(const SCEV *S, AffineAccess &Access) {
  const SCEVMinMaxExpr *Choice = nullptr;
  bool Several = SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Found = dyn_cast<SCEVMinMaxExpr>(Part);
    if (!Found || Access.isFixed(Found))
      return false;
    const bool Second = Choice != nullptr;
    Choice = Found;
    return Second || Found->getNumOperands() != 2;
  });
  return Several ? nullptr : Choice;
}

/// Whether \p S falls where \p Part, which it has once, rises; empty where it
/// may do either.
static std::optional<bool> falls(const SCEV *S, const SCEV *Part) {
  bool Falls = false;
  bool Unknown = SCEVExprContains(S, [&](const SCEV *Around) {
    const auto *Mul = dyn_cast<SCEVMulExpr>(Around);
    if (!Mul ||
        !SCEVExprContains(Mul, [&](const SCEV *P) { return P == Part; }))
      return false;
    const bool Negates =
        Mul->getNumOperands() == 2 && Mul->getOperand(0)->isAllOnesValue();
    const bool Second = Falls;
    Falls = true;
    return !Negates || Second;
  });
  return Unknown ? std::nullopt : std::optional(Falls);
}

std::optional<BoundedRowNumber>
RowNumberReader::readEither(const SCEV *S, function_ref<Reading> Read,
                            bool MayBeMost) {
  const SCEVMinMaxExpr *Choice = findChoice(S, Access);
  if (!Choice) {
    std::optional<RowNumber> N = Read(S);
    return N ? std::optional(BoundedRowNumber{*N, nullptr}) : std::nullopt;
  }
  const std::optional<bool> Falls = falls(S, Choice);
  if (!Falls)
    return std::nullopt;
  std::optional<RowNumber> Moves, Stays, Shift;
  for (const SCEV *Op : Choice->operands()) {
    // What is compared is exact, so what is chosen is the smaller or larger.
    const std::optional<RowNumber> Chosen =
        read(Op, isa<SCEVSMinExpr, SCEVSMaxExpr>(Choice));
    std::optional<RowNumber> N =
        Chosen ? Read(Substitution(SE, Choice, Op).visit(S)) : std::nullopt;
    if (!N || (N->Slope ? Moves : Stays))
      return std::nullopt;
    (N->Slope ? Moves : Stays) = N;
    // What is made of it keeps the order where both are shifted alike: nothing
    // wraps and no bits are lost.
    const RowNumber By = {*Falls ? SE.getAddExpr(N->First, Chosen->First)
                                 : SE.getMinusSCEV(N->First, Chosen->First),
                          N->Slope + (*Falls ? Chosen->Slope : -Chosen->Slope)};
    if (Shift && Shift->Slope != By.Slope)
      return std::nullopt;
    if (Shift)
      Conditions.push_back({ICmpInst::ICMP_EQ, By.First, Shift->First});
    Shift = By;
  }
  const bool IsLeast = isa<SCEVSMinExpr, SCEVUMinExpr>(Choice) != *Falls;
  if (IsLeast)
    return BoundedRowNumber{*Moves, Stays->First};
  const SCEV *One = SE.getOne(Stays->First->getType());
  if (!MayBeMost || !SE.isKnownPredicate(ICmpInst::ICMP_SLE, Stays->First, One))
    return std::nullopt;
  return BoundedRowNumber{*Moves, nullptr};
}

std::optional<BoundedRowNumber> RowNumberReader::readBounded(const SCEV *S,
                                                             bool Signed) {
  auto Read = [&](const SCEV *Part) { return read(Part, Signed); };
  return readEither(S, Read, /*MayBeMost=*/false);
}

std::optional<BoundedRowNumber> RowNumberReader::readCount(const SCEV *Count) {
  auto Read = [&](const SCEV *Part) { return readSignedCount(Part); };
  return readEither(Count, Read, /*MayBeMost=*/true);
}

/// A count that is extended by zeros is that of a signed number where that is
/// positive. Where it is not, the loop does not run.
std::optional<RowNumber> RowNumberReader::readSignedCount(const SCEV *Count) {
  const SCEV *More = SE.getZero(Count->getType()), *Main = Count;
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(Count);
      Sum && isa<SCEVConstant>(Sum->getOperand(0)) &&
      Sum->getNumOperands() == 2) {
    More = Sum->getOperand(0);
    Main = Sum->getOperand(1);
  }
  const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Main);
  if (!Ext || !cast<SCEVConstant>(More)->getAPInt().sle(1))
    return readExact(Count, /*Signed=*/true);
  std::optional<RowNumber> N = readExact(Ext->getOperand(), /*Signed=*/true);
  if (N)
    N->First = SE.getAddExpr(N->First, More);
  return N;
}

} // namespace gemmify
