//===- EntryNumbers.cpp - What a trial is given ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryNumbers.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

Instruction *EntryNumbers::hold(Type *Ty, BasicBlock &Start, Emitter Emit) {
  auto *Holder = new FreezeInst(PoisonValue::get(Ty), "gemmify.held",
                                Start.getTerminator()->getIterator());
  Held.push_back({Holder, std::move(Emit)});
  return Holder;
}

Value *EntryNumbers::hold(const SCEV *S, BasicBlock &Start) {
  if (const auto *C = dyn_cast<SCEVConstant>(S))
    return C->getValue();
  Value *&Holder = HeldFor[S];
  if (!Holder)
    Holder = hold(S->getType(), Start,
                  [this, S](IRBuilderBase &B) { return expand(B, S); });
  return Holder;
}

Value *EntryNumbers::holdFrozen(Value &V, BasicBlock &Start) {
  for (const auto &[Of, Holder] : Frozen)
    if (Of == &V)
      return Holder;
  Instruction *Holder =
      hold(V.getType(), Start, [this, &V](IRBuilderBase &B) -> Value * {
        const auto *Known = cast<SCEVUnknown>(FrozenValues.lookup(&V));
        (void)B;
        return Known->getValue();
      });
  Frozen.push_back({&V, Holder});
  return Holder;
}

const SCEV *EntryNumbers::given(const SCEV *S) const {
  return ValueSubstitution(SE, FrozenValues).visit(S);
}

void EntryNumbers::addHeld(ValueToSCEVMapTy &To) const {
  for (const auto &[S, Holder] : HeldFor)
    To[Holder] = S;
  for (const auto &[V, Holder] : Frozen)
    To[Holder] = SE.getUnknown(V);
}

/// Whether \p S is not zero whatever its values are, also once they are frozen.
static bool isNeverZero(const SCEV *S) {
  if (const auto *Max = dyn_cast<SCEVUMaxExpr>(S))
    S = Max->getOperand(0);
  return isa<SCEVConstant>(S) && !S->isZero();
}

bool EntryNumbers::canExpand(const SCEV *S, const Instruction &At) const {
  return Expander.isSafeToExpandAt(S, &At) &&
         !SCEVExprContains(S, [](const SCEV *Part) {
           const auto *Div = dyn_cast<SCEVUDivExpr>(Part);
           return Div && !isNeverZero(Div->getRHS());
         });
}

bool EntryNumbers::canGive(const Instruction &At) const {
  return llvm::all_of(
      HeldFor, [&](const auto &Each) { return canExpand(Each.first, At); });
}

Value *EntryNumbers::expand(IRBuilderBase &B, const SCEV *S) {
  Value *&Number = Expanded[S];
  if (!Number) {
    Value *V =
        Expander.expandCodeFor(given(S), S->getType(), B.GetInsertPoint());
    Number = isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
  }
  return Number;
}

void EntryNumbers::give(IRBuilderBase &B) {
  for (const auto &[V, Holder] : Frozen)
    FrozenValues[V] = SE.getUnknown(B.CreateFreeze(V));
  for (const auto &[Holder, Emit] : Held) {
    Value *V = Emit(B);
    Holder->replaceAllUsesWith(V);
    Holder->eraseFromParent();
  }
}

} // namespace gemmify
