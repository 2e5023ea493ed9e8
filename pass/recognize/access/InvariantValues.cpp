//===- InvariantValues.cpp - What does not change in a nest ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AffineAccess's part that knows which values a guard can compute before the
/// nest, although the nest computes them inside.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "PhiWeb.h"
#include "pass/recognize/arith/ExpressionParts.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

bool AffineAccess::isFixedLoad(LoadInst &Load) {
  auto IsThis = [&](const AffineRef &R) { return R.Access == &Load; };
  if (llvm::any_of(Fixed, IsThis))
    return true;
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      Load.getType()->isVectorTy())
    return false;
  const SCEV *Where = SE.getSCEV(Load.getPointerOperand());
  if (!isFixed(Where))
    return false;
  AffineRef R;
  R.Access = &Load;
  R.Pointer = Load.getPointerOperand();
  R.ElemTy = Load.getType();
  R.Alignment = Load.getAlign();
  R.Start = Where;
  const SCEV *Zero = SE.getZero(SE.getEffectiveSCEVType(Where->getType()));
  R.Stride = {Zero, Zero, Zero};
  Fixed.push_back(R);
  return true;
}

bool AffineAccess::isFixed(const SCEV *S) {
  if (SE.isLoopInvariant(S, &Root))
    return true;
  auto Known = [&](const SCEV *Part) { return isEqualRow(Part); };
  return forEachPart(S, Known, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return !Root.contains(Rec->getLoop());
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    if (!Unknown || SE.isLoopInvariant(Unknown, &Root))
      return true;
    auto *Load = dyn_cast<LoadInst>(Unknown->getValue());
    return Load && isFixedLoad(*Load);
  });
}

/// The value that all of \p Web begin with: what is loaded outside of the loops
/// that contain the other loads comes first. Null when that is not one value.
static Value *beginOf(const PhiWeb &Web, const AffineAccess &Access) {
  if (!Web.Outside.empty()) {
    Value *First = Web.Outside.front()->get();
    return !isa<UndefValue>(First) && llvm::all_of(Web.Outside,
                                                   [&](const Use *In) {
                                                     return In->get() == First;
                                                   })
               ? First
               : nullptr;
  }
  auto Depth = [&](const LoadInst *Load) {
    return Access.loopAround(*Load->getParent()).getLoopDepth();
  };
  LoadInst *First = Web.Loads.front();
  for (LoadInst *Load : Web.Loads)
    if (Depth(Load) < Depth(First))
      First = Load;
  return llvm::count_if(Web.Loads,
                        [&](const LoadInst *Load) {
                          return Depth(Load) == Depth(First);
                        }) == 1
             ? First
             : nullptr;
}

const SCEV *AffineAccess::reloaded(const PHINode &Phi) {
  if (auto Found = Reloaded.find(&Phi); Found != Reloaded.end())
    return Found->second;
  Reloaded[&Phi] = nullptr;
  PhiWeb Web;
  Web.Phis.insert(const_cast<PHINode *>(&Phi));
  if (!Web.follow(Root) || Web.Loads.empty())
    return nullptr;
  Value *First = beginOf(Web, *this);
  unsigned Loads = Fixed.size();
  // Behind a store, an address that is loaded itself may be another one.
  if (!First || !llvm::all_of(Web.Loads, [&](LoadInst *L) {
        return SE.isLoopInvariant(SE.getSCEV(L->getPointerOperand()), &Root) &&
               isFixedLoad(*L);
      })) {
    keepFixedLoads(Loads);
    return nullptr;
  }
  const SCEV *Value = SE.getSCEV(First);
  for (LoadInst *Load : Web.Loads)
    if (Load != First)
      require({ICmpInst::ICMP_EQ, Value, SE.getSCEV(Load)});
  return Reloaded[&Phi] = Value;
}

/// The load in the outermost loop, the first there, of those in the nest that
/// read what \p Load does.
LoadInst *AffineAccess::firstOf(LoadInst &Load) const {
  auto Order = [&](const LoadInst &L) {
    const BasicBlock *BB = L.getParent();
    return std::make_pair(loopAround(*BB).getLoopDepth(),
                          llvm::find(Root.getBlocks(), BB));
  };
  LoadInst *First = &Load;
  for (User *Usr : Load.getPointerOperand()->users())
    if (auto *Same = dyn_cast<LoadInst>(Usr);
        Same && Root.contains(Same) && Same->getType() == Load.getType() &&
        (Order(*Same) < Order(*First) ||
         (Same->getParent() == First->getParent() && Same->comesBefore(First))))
      First = Same;
  return First;
}

const SCEV *AffineAccess::loadedElsewhere(LoadInst &Load) {
  if (!JoinsLoads)
    return nullptr;
  auto [Found, IsNew] = FirstLoad.try_emplace(&Load, nullptr);
  if (!IsNew)
    return Found->second;
  if (!SE.isLoopInvariant(SE.getSCEV(Load.getPointerOperand()), &Root))
    return nullptr;
  auto IsInNest = [&](const User *Usr) {
    return Root.contains(cast<Instruction>(Usr));
  };
  for (User *Usr : Load.getPointerOperand()->users())
    if (auto *Before = dyn_cast<LoadInst>(Usr);
        Before && Before->getFunction() == Load.getFunction() &&
        !Root.contains(Before) && Before->getType() == Load.getType() &&
        !Before->hasPoisonGeneratingMetadata() &&
        llvm::any_of(Before->users(), IsInNest) && isFixedLoad(Load)) {
      const SCEV *Value = SE.getSCEV(Before);
      require({ICmpInst::ICMP_EQ, Value, SE.getSCEV(&Load)});
      return FirstLoad[&Load] = Value;
    }
  LoadInst *First = firstOf(Load);
  if (First == &Load || !isFixedLoad(*First) || !isFixedLoad(Load))
    return nullptr;
  return FirstLoad[&Load] = SE.getSCEV(First);
}

namespace {

/// See AffineAccess::normalize.
class FixedRewriter : public ExpressionRewriter<FixedRewriter> {
public:
  FixedRewriter(AffineAccess &Access, const Loop &Root, ScalarEvolution &SE)
      : ExpressionRewriter(SE), Access(Access), Root(Root) {}

  const SCEV *visitUnknown(const SCEVUnknown *U) {
    if (const auto *Phi = dyn_cast<PHINode>(U->getValue())) {
      const SCEV *Value = Root.contains(Phi) ? Access.reloaded(*Phi) : nullptr;
      return Value ? Value : U;
    }
    if (auto *Load = dyn_cast<LoadInst>(U->getValue())) {
      const SCEV *Value =
          Root.contains(Load) ? Access.loadedElsewhere(*Load) : nullptr;
      return Value ? Value : U;
    }
    auto *Div = dyn_cast<BinaryOperator>(U->getValue());
    if (const SCEV *Count = Div ? elements(*Div) : nullptr)
      return Count;
    bool IsRem = Div && Div->getOpcode() == Instruction::SRem;
    if (!Div || !Root.contains(Div) ||
        (!IsRem && Div->getOpcode() != Instruction::SDiv))
      return U;
    const SCEV *X = visit(SE.getSCEV(Div->getOperand(0)));
    const SCEV *Y = visit(SE.getSCEV(Div->getOperand(1)));
    if (!Access.isFixed(X) || !Access.isFixed(Y))
      return U;
    const SCEV *Zero = SE.getZero(X->getType());
    Access.require({ICmpInst::ICMP_SGE, X, Zero});
    Access.require({ICmpInst::ICMP_SGT, Y, Zero});
    return IsRem ? SE.getURemExpr(X, Y) : SE.getUDivExpr(X, Y);
  }

private:
  /// The distance between two ends of a row in elements: bytes >> n.
  const SCEV *elements(const BinaryOperator &Shift) {
    const APInt *Bits;
    if (!Root.contains(&Shift) ||
        !match(&Shift, m_Exact(m_AShr(m_Value(), m_APInt(Bits)))))
      return nullptr;
    const SCEV *Bytes = visit(SE.getSCEV(Shift.getOperand(0)));
    if (!Access.isFixedOrEqual(Bytes))
      return nullptr;
    Access.require({ICmpInst::ICMP_SGE, Bytes, SE.getZero(Bytes->getType())});
    return SE.getUDivExpr(
        Bytes, SE.getConstant(APInt::getOneBitSet(Bits->getBitWidth(),
                                                  Bits->getZExtValue())));
  }

  AffineAccess &Access;
  const Loop &Root;
};

} // namespace

const SCEV *AffineAccess::normalize(const SCEV *S) {
  return FixedRewriter(*this, Root, SE).visit(S);
}

std::optional<Condition> AffineAccess::compare(const Value &Test,
                                               const Loop *Where) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Test);
  if (!Cmp)
    return std::nullopt;
  const SCEV *X = valueOf(*Cmp->getOperand(0), Where);
  const SCEV *Y = valueOf(*Cmp->getOperand(1), Where);
  if (isFixed(X) && isFixed(Y))
    return Condition{Cmp->getPredicate(), X, Y};
  const SCEV *Distance = distance(*Cmp, Where);
  if (!Distance)
    return std::nullopt;
  if (const SCEV *Back = SE.getNegativeSCEV(Distance); isEqualRow(Back))
    Distance = Back;
  if (!isFixed(Distance))
    return std::nullopt;
  return Condition{Cmp->getPredicate(), Distance,
                   SE.getZero(Distance->getType())};
}

/// Two ends of a row move, the distance between them does not. Null where \p
/// Cmp compares nothing that has one, or in another way.
const SCEV *AffineAccess::distance(const ICmpInst &Cmp, const Loop *Where) {
  auto Number = [&](const SCEV *S) {
    return S->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(S) : S;
  };
  const SCEV *From = Number(valueOf(*Cmp.getOperand(1), Where));
  if (!Cmp.isEquality() || isa<SCEVCouldNotCompute>(From))
    return nullptr;
  return SE.getMinusSCEV(Number(valueOf(*Cmp.getOperand(0), Where)), From);
}

bool AffineAccess::hasEqualEnds(const Value &Test, const Loop *Where,
                                const SCEV *Length) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Test);
  const SCEV *Distance = Cmp ? distance(*Cmp, Where) : nullptr;
  if (!Distance || isa<SCEVCouldNotCompute>(Distance))
    return false;
  for (const SCEV *D : {Distance, SE.getNegativeSCEV(Distance)}) {
    const unsigned Taken = EqualRows.size();
    if (isFixedOrEqual(D) && isFixed(Length))
      return true;
    EqualRows.truncate(Taken);
  }
  return false;
}

} // namespace gemmify
