//===- CheckConditions.cpp - What lets checks pass ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Adds what lets \p Cond have the value \p Expected whenever \p At ends.
bool CheckFinder::require(Value &Cond, bool Expected, const BasicBlock &At,
                          unsigned Depth) {
  constexpr unsigned MostParts = 8;
  if (Depth == MostParts)
    return false;
  if (const auto *C = dyn_cast<ConstantInt>(&Cond))
    return C->isOne() == Expected;
  const auto *I = dyn_cast<Instruction>(&Cond);
  if (!I || !Root.contains(I)) {
    Result.Fixed.push_back({&Cond, Expected});
    return true;
  }
  Value *X, *Y;
  // The branch may go either way where the frozen value is poison.
  if (match(&Cond, m_Freeze(m_Value(X))))
    return require(*X, Expected, At, Depth + 1);
  if (match(&Cond, m_Not(m_Value(X))))
    return require(*X, !Expected, At, Depth + 1);
  if (Expected ? match(&Cond, m_LogicalAnd(m_Value(X), m_Value(Y)))
               : match(&Cond, m_LogicalOr(m_Value(X), m_Value(Y))))
    return requireEach(*X, *Y, Expected, At, Depth);
  if (match(&Cond, m_Xor(m_Value(X), m_Value(Y))))
    return requireDifferent(*X, *Y, Expected, At, Depth);
  CmpPredicate Pred;
  const APInt *Bits;
  if (match(&Cond, m_ICmp(Pred, m_And(m_Value(X), m_APInt(Bits)), m_Zero())) &&
      Pred == (Expected ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE))
    return requireBelow(*X, Bits->countr_zero(), At);
  // The smaller one is not zero: neither is.
  if (match(&Cond, m_ICmp(Pred, m_UMin(m_Value(X), m_Value(Y)), m_Zero())) &&
      Pred == (Expected ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ)) {
    Value &Zero = *Constant::getNullValue(X->getType());
    return requireComparison(CmpInst::ICMP_NE, *X, Zero, At) &&
           requireComparison(CmpInst::ICMP_NE, *Y, Zero, At);
  }
  if (match(&Cond, m_ICmp(Pred, m_Value(X), m_Value(Y))))
    return requireComparison(Expected ? CmpInst::Predicate(Pred)
                                      : CmpInst::getInversePredicate(Pred),
                             *X, *Y, At);
  if (match(&Cond, m_ExtractValue<1>(m_Value(X)))) {
    auto *Freeze = dyn_cast<FreezeInst>(X);
    if (auto *Op =
            dyn_cast<WithOverflowInst>(Freeze ? Freeze->getOperand(0) : X))
      return !Expected && requireExact(*Op, At, Freeze);
  }
  if (!Fixed.contains(Cond))
    return false;
  Result.Fixed.push_back({&Cond, Expected});
  return true;
}

/// What a comparison of the source says where nothing is wrong: that numbers
/// differ, that one is not negative. Empty for others.
static std::optional<bool> expectedOf(const Value &Cond) {
  CmpPredicate Pred;
  if (!match(&Cond, m_ICmp(Pred, m_Value(), m_Value())))
    return std::nullopt;
  if (ICmpInst::isEquality(Pred))
    return Pred == CmpInst::ICMP_NE;
  if (Pred == CmpInst::ICMP_SLT && match(&Cond, m_ICmp(m_Value(), m_Zero())))
    return false;
  return std::nullopt;
}

/// Of two conditions that have to differ, or not, as \p Expected says, one is
/// as it should be. UBSan asks so of a pointer that may be null, or come before
/// the one that it is computed from.
bool CheckFinder::requireDifferent(Value &X, Value &Y, bool Expected,
                                   const BasicBlock &At, unsigned Depth) {
  for (auto [One, Other] : {std::pair(&X, &Y), std::pair(&Y, &X)})
    if (auto *I = dyn_cast<Instruction>(One); I && Root.contains(I))
      if (const std::optional<bool> Is = expectedOf(*One))
        return require(*One, *Is, At, Depth + 1) &&
               require(*Other, *Is != Expected, At, Depth + 1);
  return false;
}

/// Then none of the bits from \p Bits on is set.
bool CheckFinder::requireBelow(Value &X, unsigned Bits, const BasicBlock &At) {
  const std::optional<IndexForm> Form = formOf(X, At);
  if (!Form)
    return false;
  requireRange(Forms.widen(*Form, /*Signed=*/true), /*Signed=*/false, Bits);
  return true;
}

/// What moves with the loops stays in the range of its type, as what is fixed
/// does in any case.
void CheckFinder::requireRanges(ArrayRef<const IndexForm *> All, bool Signed,
                                unsigned Bits) {
  for (const IndexForm *Each : All)
    if (!Each->isFixed())
      requireRange(*Each, Signed, Bits);
}

void CheckFinder::requireRange(const IndexForm &Wide, bool Signed,
                               unsigned Bits, const SCEV *Factor) {
  Forms.require({Wide, Factor, IndexForms::lowest(Bits, Signed),
                 IndexForms::highest(Bits, Signed)});
}

/// In a fixed form, the machine's number is read as it is compared.
void CheckFinder::requireOrder(const IndexForm &Low, const IndexForm &High,
                               bool Strict, bool Signed, unsigned Bits) {
  const IndexForm X = Forms.widen(Low, Signed), Y = Forms.widen(High, Signed);
  const APInt Min = IndexForms::lowest(Bits, Signed),
              Max = IndexForms::highest(Bits, Signed);
  // Both are in the range of the type, one because of the other.
  if (!X.isFixed())
    Forms.require({X, nullptr, Min, std::nullopt});
  if (!Y.isFixed())
    Forms.require({Y, nullptr, std::nullopt, Max});
  Forms.require({Forms.subtract(Y, X), nullptr,
                 APInt(IndexForms::Wide, Strict ? 1 : 0), std::nullopt});
}

/// The way that a branch on \p Cmp goes where \p V is as large as it can be;
/// empty where that does not follow.
static std::optional<unsigned> wayIfLarge(const ICmpInst &Cmp, const Value &V) {
  const CmpInst::Predicate Pred =
      Cmp.getOperand(0) == &V ? Cmp.getPredicate() : Cmp.getSwappedPredicate();
  if (Pred == CmpInst::ICMP_UGT || Pred == CmpInst::ICMP_UGE)
    return 0;
  if (Pred == CmpInst::ICMP_ULT || Pred == CmpInst::ICMP_ULE)
    return 1;
  return std::nullopt;
}

/// Whether \p Cond is what checks alone ask, and those go on along \p Way.
bool CheckFinder::passesAlong(const Value &Cond, unsigned Way) const {
  return llvm::all_of(Cond.users(), [&](const User *Usr) {
    const auto *Br = dyn_cast<BranchInst>(Usr);
    return Br &&
           (neverRuns(*Br->getParent()) ||
            llvm::any_of(concat<const NestCheck>(Result.Choices, Result.Checks),
                         [&](const NestCheck &Check) {
                           return Check.Branch == Br && Check.Passing == Way;
                         }));
  });
}

/// Whether nothing but checks looks at \p V, a frozen value, and where it is as
/// large as it can be, they pass as far as it decides: where it is poison, it
/// may be that.
bool CheckFinder::isOnlyChecked(const Value &V) const {
  auto IsAsked = [&](const User *Usr, const Value &Of, bool ByLeast) {
    const auto *Cmp = dyn_cast<ICmpInst>(Usr);
    const auto Way = Cmp ? wayIfLarge(*Cmp, Of) : std::nullopt;
    return Way && passesAlong(*Cmp, ByLeast ? 1 - *Way : *Way);
  };
  return llvm::all_of(V.users(), [&](const User *Usr) {
    // More has to be left than the least of it and the last index.
    const auto *Least = dyn_cast<MinMaxIntrinsic>(Usr);
    if (!Least)
      return IsAsked(Usr, V, /*ByLeast=*/false);
    return Least->getIntrinsicID() == Intrinsic::umin &&
           llvm::all_of(Least->users(), [&](const User *Asks) {
             return IsAsked(Asks, *Least, /*ByLeast=*/true);
           });
  });
}

/// How many elements there are, and how many of them lie before a row, where \p
/// V is how many are left from there on, zero at least: max(All, Taken) -
/// Taken. Empty for others.
static std::optional<std::pair<Value *, Value *>>
matchLeft(Value &V, const Loop *Scope, ScalarEvolution &SE) {
  Value *Less, *X, *Y;
  if (match(&V, m_Intrinsic<Intrinsic::usub_sat>(m_Value(X), m_Value(Y))))
    return std::pair(X, Y);
  if (!match(&V, m_c_Add(m_UMax(m_Value(X), m_Value(Y)), m_Value(Less))))
    return std::nullopt;
  const SCEV *By = SE.getSCEVAtScope(Less, Scope);
  for (auto [All, Taken] : {std::pair(X, Y), std::pair(Y, X)})
    if (SE.getAddExpr(SE.getSCEVAtScope(Taken, Scope), By)->isZero())
      return std::pair(All, Taken);
  return std::nullopt;
}

/// Where LLVM has moved a check of elements out of the loop over them, it asks
/// for all at once: whether more are left than the last one's number, or than
/// the smaller of that and of what is left for another check. See L142.
bool CheckFinder::requireLeft(Value &Left, Value &Wanted, bool Strict,
                              const BasicBlock &At) {
  Value *X, *Y;
  if (match(&Wanted, m_UMin(m_Value(X), m_Value(Y))))
    return requireLeft(Left, *X, Strict, At) ||
           requireLeft(Left, *Y, Strict, At);
  auto *Freeze = dyn_cast<FreezeInst>(&Left);
  if (Freeze && !isOnlyChecked(*Freeze))
    return false;
  const auto Parts = matchLeft(Freeze ? *Freeze->getOperand(0) : Left,
                               A.LI.getLoopFor(&At), A.SE);
  if (!Parts)
    return false;
  const std::optional<IndexForm> All = formOf(*Parts->first, At),
                                 Taken = formOf(*Parts->second, At),
                                 Last = formOf(Wanted, At);
  if (!All || !Taken || !Last)
    return false;
  const unsigned Bits = A.SE.getTypeSizeInBits(Left.getType());
  const IndexForm Before = Forms.widen(*Taken, /*Signed=*/false),
                  More = Forms.widen(*Last, /*Signed=*/false),
                  Whole = Forms.widen(*All, /*Signed=*/false);
  requireRanges({&Before, &More, &Whole}, /*Signed=*/false, Bits);
  Forms.require({Forms.subtract(Whole, Forms.add(Before, More)), nullptr,
                 APInt(IndexForms::Wide, Strict ? 1 : 0), std::nullopt});
  return true;
}

/// Whether \p X rows of a fixed number of elements and some more are not too
/// many elements to be counted, as \p Most, what is left of the range of the
/// type divided by that number, says: uBLAS asks so. A half of the range has to
/// be enough for the rows, and one for the others.
bool CheckFinder::requireCountable(Value &X, Value &Most,
                                   const BasicBlock &At) {
  Value *Others, *Each;
  if (!match(&Most, m_UDiv(m_Not(m_Value(Others)), m_Value(Each))))
    return false;
  const std::optional<IndexForm> Rows = formOf(X, At), By = formOf(*Each, At),
                                 More = formOf(*Others, At);
  if (!Rows || !By || !By->isFixed() || !More)
    return false;
  const unsigned Half = A.SE.getTypeSizeInBits(X.getType()) - 1;
  const IndexForm Wide = Forms.widen(*Rows, /*Signed=*/false);
  requireRange(Wide, /*Signed=*/false, Half);
  requireRange(Wide, /*Signed=*/false, Half,
               Forms.widen(*By, /*Signed=*/false).Start);
  requireRange(Forms.widen(*More, /*Signed=*/false), /*Signed=*/false, Half);
  return true;
}

bool CheckFinder::requireComparison(CmpInst::Predicate Pred, Value &X, Value &Y,
                                    const BasicBlock &At) {
  if (ICmpInst::isRelational(Pred) && CmpInst::isUnsigned(Pred)) {
    const bool IsGreater = ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred),
               IsStrict = CmpInst::isStrictPredicate(Pred);
    Value &High = IsGreater ? X : Y, &Low = IsGreater ? Y : X;
    if (requireLeft(High, Low, IsStrict, At) ||
        (!IsStrict && requireCountable(Low, High, At)))
      return true;
  }
  std::optional<IndexForm> Left = formOf(X, At), Right = formOf(Y, At);
  if (!Left || !Right)
    return false;
  const bool Signed = CmpInst::isSigned(Pred);
  const unsigned Bits = A.SE.getTypeSizeInBits(X.getType());
  if (ICmpInst::isRelational(Pred)) {
    if (ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred))
      std::swap(Left, Right);
    requireOrder(*Left, *Right, CmpInst::isStrictPredicate(Pred), Signed, Bits);
    return true;
  }
  // The difference decides, whatever the numbers are modulo 2^Bits: the limit
  // of what counts from zero is read as it costs least.
  auto CountsFromZero = [&](const IndexForm &Form) {
    return !Form.isFixed() && A.SE.isKnownNonNegative(Form.Start);
  };
  const bool AsSigned = !CountsFromZero(*Left) && !CountsFromZero(*Right);
  const IndexForm From = Forms.widen(*Left, AsSigned),
                  To = Forms.widen(*Right, AsSigned);
  const IndexForm Difference = Forms.subtract(To, From);
  const APInt Zero = APInt::getZero(IndexForms::Wide),
              Most = IndexForms::highest(Bits, /*Signed=*/false);
  if (Pred == CmpInst::ICMP_EQ) {
    Forms.require({Difference, nullptr, Zero, Zero});
    return true;
  }
  auto MovesAs = [&](bool (ScalarEvolution::*Moves)(const SCEV *)) {
    return !Difference.isFixed() &&
           llvm::all_of(Difference.Steps, [&](const IndexForm::Step &S) {
             return (A.SE.*Moves)(S.By);
           });
  };
  // What moves toward a limit meets it if it does not end before.
  if (MovesAs(&ScalarEvolution::isKnownNonPositive))
    Forms.require({Difference, nullptr, Zero + 1, Most});
  else if (MovesAs(&ScalarEvolution::isKnownNonNegative))
    Forms.require({Forms.subtract(From, To), nullptr, Zero + 1, Most});
  else
    Forms.require({Difference, nullptr, Zero + 1, Most, /*OrNegative=*/true});
  return true;
}

/// Products need a factor that is fixed. Those of 64 unsigned bits would not
/// fit the test's numbers if the other one had all of them.
bool CheckFinder::requireExact(WithOverflowInst &Op, const BasicBlock &At,
                               const FreezeInst *Frozen) {
  std::optional<IndexForm> X = formOf(*Op.getLHS(), At, Frozen),
                           Y = formOf(*Op.getRHS(), At, Frozen);
  if (!X || !Y || runsBeforeExit(*Op.getParent()))
    return false;
  const bool Signed = Op.isSigned();
  const unsigned Bits = A.SE.getTypeSizeInBits(Op.getLHS()->getType());
  const bool IsProduct = Op.getBinaryOp() == Instruction::Mul;
  if (IsProduct && !Y->isFixed())
    std::swap(X, Y);
  if (IsProduct && !Y->isFixed())
    return false;
  const IndexForm Left = Forms.widen(*X, Signed),
                  Right = Forms.widen(*Y, Signed);
  if (IsProduct)
    Forms.require({Left, nullptr, IndexForms::lowest(Bits, Signed),
                   IndexForms::highest(std::min(Bits, 63u), Signed)});
  else
    requireRanges({&Left, &Right}, Signed, Bits);
  if (IsProduct)
    requireRange(Left, Signed, Bits, Right.Start);
  else
    requireRange(Op.getBinaryOp() == Instruction::Add
                     ? Forms.add(Left, Right)
                     : Forms.subtract(Left, Right),
                 Signed, Bits);
  Result.Exact.push_back(&Op);
  return true;
}

} // namespace gemmify
