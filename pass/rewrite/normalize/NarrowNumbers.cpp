//===- NarrowNumbers.cpp - Numbers whose high bits are zero ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowNumbers.h"
#include "intrinsic/Llvm.h"

using namespace llvm;

namespace gemmify {

NarrowNumbers::NarrowNumbers(ScalarEvolution &SE)
    : SE(SE), Expander(createExpander(SE)) {}

bool NarrowNumbers::addBound(const LoopForm &Form, APInt Least, APInt Most,
                             const Instruction &At) {
  auto CanAsk = [&](const SCEV *S) {
    return !isa<SCEVCouldNotCompute>(S) &&
           SE.getTypeSizeInBits(S->getType()) <= 64 &&
           Expander.isSafeToExpandAt(S, &At) &&
           !SCEVExprContains(S, [](const SCEV *Part) {
             const auto *Div = dyn_cast<SCEVUDivExpr>(Part);
             return Div && !isa<SCEVConstant>(Div->getRHS());
           });
  };
  if (!CanAsk(Form.Const) || !llvm::all_of(Form.Terms, [&](const auto &Term) {
        return CanAsk(Term.second) &&
               CanAsk(SE.getBackedgeTakenCount(Term.first));
      }))
    return false;
  // The loops may be gone when it is emitted.
  Bound &New = Bounds.emplace_back();
  New.Form = Form;
  New.Least = std::move(Least);
  New.Most = std::move(Most);
  for (const auto &Term : Form.Terms)
    New.Lasts.push_back(SE.getBackedgeTakenCount(Term.first));
  return true;
}

bool NarrowNumbers::add(const NarrowNumber &Number, Loop &Root) {
  if (!SE.isSCEVable(Number.Val->getType()))
    return false;
  const Instruction &At = *Root.getLoopPreheader()->getTerminator();
  FormReader Reader(Root, SE, /*ReadsUnsigned=*/true);
  std::optional<LoopForm> Form = Reader.read(SE.getSCEV(Number.Val));
  if (!Form || !addBound(*Form, APInt::getZero(128),
                         APInt::getLowBitsSet(128, Number.Bits), At))
    return false;
  return addRanges(Reader, Root);
}

bool NarrowNumbers::addRanges(const FormReader &Reader, const Loop &Root) {
  const Instruction &At = *Root.getLoopPreheader()->getTerminator();
  for (const LoopForm &Each : Reader.ranges()) {
    const unsigned Bits = SE.getTypeSizeInBits(Each.type());
    if (!addBound(Each, APInt::getSignedMinValue(Bits).sext(128),
                  APInt::getSignedMaxValue(Bits).sext(128), At))
      return false;
  }
  return llvm::all_of(Reader.notNegative(), [&](const LoopForm &Each) {
    return addBound(
        Each, APInt::getZero(128),
        APInt::getSignedMaxValue(SE.getTypeSizeInBits(Each.type())).sext(128),
        At);
  });
}

Value *NarrowNumbers::wide(IRBuilderBase &B, const SCEV *S, bool Signed) {
  Value *V = B.CreateFreeze(
      Expander.expandCodeFor(S, S->getType(), B.GetInsertPoint()));
  return Signed ? B.CreateSExt(V, B.getInt128Ty())
                : B.CreateZExt(V, B.getInt128Ty());
}

Value *NarrowNumbers::emit(IRBuilderBase &B) {
  Value *All = B.getTrue();
  auto Require = [&](CmpInst::Predicate P, Value *V, const APInt &Bound) {
    Value *Holds = B.CreateICmp(P, V, ConstantInt::get(B.getInt128Ty(), Bound));
    All = B.CreateAnd(All, Holds);
  };
  // So that a few of them do not wrap.
  const APInt Largest = APInt::getOneBitSet(128, 96);
  for (const Bound &Each : Bounds) {
    Value *Low = wide(B, Each.Form.Const, /*Signed=*/true), *High = Low;
    Value *Zero = Constant::getNullValue(B.getInt128Ty());
    for (const auto &[Term, Count] : llvm::zip(Each.Form.Terms, Each.Lasts)) {
      Value *Step = wide(B, Term.second, /*Signed=*/true);
      Value *Last = wide(B, Count, /*Signed=*/false);
      Value *Extent = B.CreateMul(Step, Last);
      Require(CmpInst::ICMP_SLE, Extent, Largest);
      Require(CmpInst::ICMP_SGE, Extent, -Largest);
      Value *IsDown = B.CreateICmpSLT(Extent, Zero);
      Low = B.CreateAdd(Low, B.CreateSelect(IsDown, Extent, Zero));
      High = B.CreateAdd(High, B.CreateSelect(IsDown, Zero, Extent));
    }
    Require(CmpInst::ICMP_SGE, Low, Each.Least);
    Require(CmpInst::ICMP_SLE, High, Each.Most);
  }
  return All;
}

} // namespace gemmify
