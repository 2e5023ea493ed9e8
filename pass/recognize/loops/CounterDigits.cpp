//===- CounterDigits.cpp - Indices that one loop counts -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterDigits.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

static const SCEV *withoutCasts(const SCEV *S) {
  while (const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(S))
    S = Ext->getOperand();
  return S;
}

bool Weight::multiply(const SCEV *S) {
  S = withoutCasts(S);
  if (const auto *Mul = dyn_cast<SCEVMulExpr>(S))
    return llvm::all_of(Mul->operands(),
                        [&](const SCEV *Op) { return multiply(Op); });
  if (const auto *C = dyn_cast<SCEVConstant>(S)) {
    bool Overflow = false;
    Times =
        SaturatingMultiply(Times, C->getAPInt().getLimitedValue(), &Overflow);
    return !Overflow && Times != 0 && Times <= INT64_MAX;
  }
  Factors.push_back(S);
  return true;
}

std::optional<Weight> Weight::divide(const Weight &By) const {
  Weight Left = *this;
  Left.Spellings.clear();
  for (const SCEV *S : By.Factors) {
    auto *At = llvm::find(Left.Factors, S);
    if (At == Left.Factors.end())
      return std::nullopt;
    Left.Factors.erase(At);
  }
  if (Times % By.Times != 0)
    return std::nullopt;
  Left.Times = Times / By.Times;
  return Left;
}

namespace {

class Finder {
public:
  Finder(Loop &L, const Loop &Root, ScalarEvolution &SE)
      : L(L), Root(Root), SE(SE) {
    Found.L = &L;
    Found.Weights.emplace_back();
  }

  std::optional<CounterDigits> run();

private:
  /// A division as the source has it.
  struct Division {
    Value *Of;
    Value *By;
    bool Signed;
    bool Remainder;
    unsigned Shift; ///< How far the result is shifted to the left.
  };

  std::optional<Division> matchDivision(Instruction &I) const;
  std::optional<Division> matchRest(Instruction &I) const;
  bool startAt(const SCEV *First, const SCEV *Step, bool Signed);
  std::optional<Digit> digitOf(Value &V, bool Signed);
  void limit(const Type &Ty, bool Signed);
  std::optional<unsigned> weigh(unsigned Low, SignedValue By);
  void visit(Instruction &I);
  bool sort();
  bool divides(unsigned A, unsigned B, unsigned Depth = 0) const;
  bool canBeMultiples() const;
  bool findEnd();

  Loop &L;
  const Loop &Root;
  ScalarEvolution &SE;
  CounterDigits Found;
  DenseMap<const Value *, Digit> Digits;
  DenseMap<const Value *, Division> Quotients;
  /// Pairs of weights of which the first must divide the second.
  SmallVector<std::pair<unsigned, unsigned>, 2> Order;
};

/// The rest of V less the multiple of By that V / By counts.
std::optional<Finder::Division> Finder::matchRest(Instruction &I) const {
  Value *Of, *Q, *By;
  if (!match(&I, m_Sub(m_Value(Of), m_Mul(m_Value(Q), m_Value(By)))))
    return std::nullopt;
  for (auto [Quotient, Other] : {std::pair(Q, By), std::pair(By, Q)}) {
    auto It = Quotients.find(Quotient);
    if (It != Quotients.end() && It->second.Of == Of && It->second.By == Other)
      return Division{Of, Other, It->second.Signed, true, 0};
  }
  return std::nullopt;
}

std::optional<Finder::Division> Finder::matchDivision(Instruction &I) const {
  if (!I.getType()->isIntegerTy() || I.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return Division{I.getOperand(0), I.getOperand(1),
                    I.getOpcode() == Instruction::SDiv ||
                        I.getOpcode() == Instruction::SRem,
                    I.getOpcode() == Instruction::URem ||
                        I.getOpcode() == Instruction::SRem,
                    0};
  case Instruction::Sub:
    return matchRest(I);
  default:
    break;
  }
  Value *Of;
  const APInt *C;
  const unsigned Bits = I.getType()->getIntegerBitWidth();
  auto PowerOfTwo = [&](unsigned Log) {
    return ConstantInt::get(I.getType(), APInt::getOneBitSet(Bits, Log));
  };
  if (match(&I, m_LShr(m_Value(Of), m_APInt(C))) && C->ult(Bits - 1))
    return Division{Of, PowerOfTwo(C->getZExtValue()), false, false, 0};
  if (!match(&I, m_And(m_Value(Of), m_APInt(C))))
    return std::nullopt;
  if (C->isMask() && C->countr_one() < Bits - 1)
    return Division{Of, PowerOfTwo(C->countr_one()), false, true, 0};
  if (C->isNegatedPowerOf2() && C->countr_zero() < Bits - 1)
    return Division{Of, PowerOfTwo(C->countr_zero()), false, false,
                    C->countr_zero()};
  return std::nullopt;
}

/// The counter does not grow beyond what \p Ty can hold.
void Finder::limit(const Type &Ty, bool Signed) {
  const unsigned Bits = Ty.getIntegerBitWidth() - (Signed ? 1 : 0);
  if (Bits < 63)
    Found.Limit = std::min(Found.Limit, maskTrailingOnes<uint64_t>(Bits));
}

/// Notes what the counter is, read as a number with or without a sign. Where it
/// moves by more than one in an innermost loop, that is unrolled.
bool Finder::startAt(const SCEV *First, const SCEV *Step, bool Signed) {
  if (!Step->isOne() && L.isInnermost())
    return false;
  if (!SE.isLoopInvariant(First, &Root) || !SE.isLoopInvariant(Step, &Root) ||
      SE.isKnownNonPositive(Step))
    return false;
  auto IsLike = [&](const CounterDigits::Start &S) {
    return withoutCasts(S.Step) == withoutCasts(Step) ||
           (S.Step->isOne() && Step->isOne());
  };
  if (!llvm::all_of(Found.Starts, IsLike))
    return false;
  if (llvm::none_of(Found.Starts, [&](const CounterDigits::Start &S) {
        return S.First == First && S.Signed == Signed && S.Step == Step;
      }))
    Found.Starts.push_back({First, Signed, Step});
  return true;
}

/// \p V, which is read as a number with or without a sign, as a digit.
std::optional<Digit> Finder::digitOf(Value &V, bool Signed) {
  if (auto It = Digits.find(&V); It != Digits.end())
    return It->second.Shift == 0 ? std::optional(It->second) : std::nullopt;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || !I->getType()->isIntegerTy() ||
      I->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(I));
  if (Rec && Rec->getLoop() == &L && Rec->isAffine())
    return startAt(Rec->getStart(), Rec->getStepRecurrence(SE), Signed)
               ? std::optional(Digit())
               : std::nullopt;
  if (!isa<TruncInst, ZExtInst, SExtInst>(I))
    return std::nullopt;
  Value &From = *I->getOperand(0);
  if (isa<TruncInst>(I))
    return digitOf(From, Signed);
  limit(*From.getType(), isa<SExtInst>(I));
  return digitOf(From, isa<SExtInst>(I));
}

/// The weight that is \p By times as much as \p Low.
std::optional<unsigned> Finder::weigh(unsigned Low, SignedValue By) {
  constexpr unsigned MostWeights = 6;
  Weight W = Found.Weights[Low];
  W.Spellings.assign(1, {Low, By});
  if (!W.multiply(SE.getSCEV(By.Val)))
    return std::nullopt;
  if (W.Factors.empty() && W.Times == 1)
    return std::nullopt;
  for (unsigned At = 1; At != Found.Weights.size(); ++At) {
    Weight &Known = Found.Weights[At];
    std::optional<Weight> Left = Known.divide(W);
    if (!Left || !Left->Factors.empty() || Left->Times != 1)
      continue;
    if (llvm::none_of(Known.Spellings, [&](const Weight::Spelling &S) {
          return S.Of == Low && S.By.Val == By.Val && S.By.Signed == By.Signed;
        }))
      Known.Spellings.push_back({Low, By});
    return At;
  }
  if (Found.Weights.size() == MostWeights)
    return std::nullopt;
  Found.Weights.push_back(std::move(W));
  return Found.Weights.size() - 1;
}

void Finder::visit(Instruction &I) {
  std::optional<Division> Div = matchDivision(I);
  if (!Div || !Root.isLoopInvariant(Div->By))
    return;
  std::optional<Digit> Of = digitOf(*Div->Of, Div->Signed);
  if (!Of)
    return;
  std::optional<unsigned> W = weigh(Of->Low, {Div->By, Div->Signed});
  if (!W)
    return;
  const bool HasSign =
      Div->Signed || llvm::any_of(I.users(), llvm::IsaPred<SExtInst>);
  limit(*I.getType(), HasSign);
  if (Of->High && !llvm::is_contained(Order, std::pair(*W, *Of->High)))
    Order.push_back({*W, *Of->High});
  const Digit D{Div->Remainder ? Of->Low : *W, Div->Remainder ? W : Of->High,
                Div->Shift};
  Digits[&I] = D;
  Found.Parts.push_back({&I, D});
  if (!Div->Remainder && Div->Shift == 0)
    Quotients.insert({&I, *Div});
}

/// Whether weight \p A is known to divide weight \p B, or has to.
bool Finder::divides(unsigned A, unsigned B, unsigned Depth) const {
  return A == B || Found.Weights[B].divide(Found.Weights[A]) ||
         (Depth != Found.Weights.size() &&
          llvm::any_of(Order, [&](const std::pair<unsigned, unsigned> &O) {
            return O.first == A && divides(O.second, B, Depth + 1);
          }));
}

/// Brings the weights into ascending order.
bool Finder::sort() {
  for (auto [A, B] : Order)
    if (A != B && Found.Weights[A].divide(Found.Weights[B]))
      return false;
  SmallVector<unsigned, 4> Place(Found.Weights.size()), Left;
  for (unsigned At = 0; At != Found.Weights.size(); ++At)
    Left.push_back(At);
  SmallVector<Weight, 3> Sorted;
  while (!Left.empty()) {
    auto *Next = llvm::find_if(Left, [&](unsigned A) {
      return llvm::all_of(Left, [&](unsigned B) { return divides(A, B); });
    });
    if (Next == Left.end())
      return false;
    Place[*Next] = Sorted.size();
    Sorted.push_back(Found.Weights[*Next]);
    Left.erase(Next);
  }
  auto Move = [&](unsigned &At) { At = Place[At]; };
  for (auto &[I, D] : Found.Parts) {
    Move(D.Low);
    if (D.High)
      Move(*D.High);
    if (D.High && *D.High < D.Low)
      return false;
  }
  for (unsigned At = 0; At != Sorted.size(); ++At)
    for (Weight::Spelling &S : Sorted[At].Spellings) {
      Move(S.Of);
      if (S.Of >= At)
        return false;
    }
  Found.Weights = std::move(Sorted);
  return llvm::all_of(Order, [&](const std::pair<unsigned, unsigned> &O) {
    return Place[O.first] <= Place[O.second];
  });
}

/// Whether all weights but the first may be more than one step, in whole steps.
bool Finder::canBeMultiples() const {
  const auto *Step = dyn_cast<SCEVConstant>(Found.Starts.front().Step);
  if (!Step || Found.takesEach())
    return true;
  const uint64_t By = Step->getAPInt().getLimitedValue();
  return llvm::all_of(
      ArrayRef(Found.Weights).drop_front(), [&](const Weight &W) {
        return !W.Factors.empty() || (W.Times > By && W.Times % By == 0);
      });
}

/// What the loop's latch compares the counter's next value with. A step that is
/// poison or undefined decides whether the source goes on, then.
bool Finder::findEnd() {
  auto *Br = L.getExitingBlock() && L.getExitingBlock() == L.getLoopLatch()
                 ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
                 : nullptr;
  auto *Cmp = Br ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
  if (!Cmp || !Cmp->isRelational() ||
      !Cmp->getOperand(0)->getType()->isIntegerTy() ||
      Cmp->getOperand(0)->getType()->getIntegerBitWidth() > 64)
    return false;
  CmpInst::Predicate Stays = L.contains(Br->getSuccessor(0))
                                 ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate();
  const SCEV *Next = SE.getSCEV(Cmp->getOperand(0));
  const SCEV *End = SE.getSCEV(Cmp->getOperand(1));
  if (ICmpInst::isGT(Stays) || ICmpInst::isGE(Stays)) {
    std::swap(Next, End);
    Stays = CmpInst::getSwappedPredicate(Stays);
  }
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Next);
  const bool Signed = ICmpInst::isSigned(Stays);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
      !SE.isLoopInvariant(End, &Root))
    return false;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (!startAt(SE.getMinusSCEV(Rec->getStart(), Step), Step, Signed))
    return false;
  limit(*Rec->getType(), Signed);
  Found.Until = {End, Signed, ICmpInst::isLE(Stays)};
  return true;
}

std::optional<CounterDigits> Finder::run() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      visit(I);
  if (Found.Parts.empty() || !sort() || !canBeMultiples() ||
      !(Found.takesEach() || findEnd()))
    return std::nullopt;
  return std::move(Found);
}

} // namespace

std::optional<CounterDigits> findDigits(Loop &L, const Loop &Root,
                                        ScalarEvolution &SE) {
  return Finder(L, Root, SE).run();
}

} // namespace gemmify
