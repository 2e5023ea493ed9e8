//===- SliceEmitter.cpp - A slice evaluated in a kernel -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceEmitter.h"
#include "EmitLoop.h"
#include "intrinsic/Llvm.h"
#include "pass/product/Contiguity.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SquareRoot.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

Value *SliceEmitter::element(const Slice &S, const Indices &Where, Value *Sum) {
  return vector(S, Where, DimI, 0, Sum);
}

Value *SliceEmitter::vector(const Slice &S, const Indices &Where,
                            LoopDim Direction, unsigned Count, Value *Sum) {
  Current = &S;
  At = Where;
  Along = Direction;
  Lanes = Count;
  Acc = Sum;
  Done.clear();
  Value *Result = emitFactor({S.Root, S.Widen});
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setFastMathFlags(S.Flags);
  for (const Factor &F : S.Times) {
    Value *Next = emitFactor(F);
    alike({&Result, &Next});
    Result = Next->getType()->isFPOrFPVectorTy() ? B.CreateFMul(Result, Next)
                                                 : B.CreateMul(Result, Next);
  }
  return lanes(Result);
}

/// \p V in each lane.
Value *SliceEmitter::lanes(Value *V) {
  return !Lanes || V->getType()->isVectorTy() ? V
                                              : B.CreateVectorSplat(Lanes, V);
}

/// Makes vectors of \p Values if one of them is a vector.
void SliceEmitter::alike(ArrayRef<Value **> Values) {
  if (llvm::any_of(Values,
                   [](Value **V) { return (*V)->getType()->isVectorTy(); }))
    for (Value **V : Values)
      *V = lanes(*V);
}

Value *SliceEmitter::ofElements(const Slice &S, const Indices &Where,
                                LoopDim Direction, unsigned Count, Value *Even,
                                Value *Odd) {
  Step = 2;
  OddAcc = Odd;
  Value *Result = vector(S, Where, Direction, Count, Even);
  Step = 1;
  OddAcc = nullptr;
  return Result;
}

/// Widened to the type of the sum.
Value *SliceEmitter::emitFactor(const Factor &F) {
  Value *V = emit(F.Root);
  if (F.Widen == Widening::None)
    return V;
  Type *Ty = V->getType()->getWithNewType(Nest.Elem.Ty);
  return F.Widen == Widening::Signed ? B.CreateSExt(V, Ty)
                                     : B.CreateZExt(V, Ty);
}

Value *SliceEmitter::emit(Value *V) {
  V = Nest.resolve(V);
  if (Acc && Nest.isAcc(V))
    return V == Nest.Acc ? Acc : OddAcc;
  auto [It, New] = Done.try_emplace(V, nullptr);
  if (!New)
    return It->second;
  Value *Result;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.Root->contains(I)) {
    Result = Sig.get(V);
  } else if (const AffineRef *R = Current->find(I)) {
    Result = emitLoad(*R);
  } else if (const Counter *C = Current->findCounter(I)) {
    Result = emitCounter(*C);
  } else if (auto *Phi = dyn_cast<PHINode>(I)) {
    Result = emitMerge(*Phi);
  } else if (std::optional<unsigned> Product = fusedOperand(*I)) {
    Result = emitFused(*I, *Product);
  } else if (matchSquareRoot(*I).Of) {
    Result = B.CreateUnaryIntrinsic(Intrinsic::sqrt, emit(I->getOperand(0)), I);
  } else {
    auto *Call = dyn_cast<CallBase>(I);
    SmallVector<Value *, 4> Ops;
    for (const Use &Op : I->operands())
      Ops.push_back(Call && Call->isCallee(&Op) ? Op.get() : emit(Op));
    auto IsVector = [](Value *Op) { return Op->getType()->isVectorTy(); };
    Result = llvm::any_of(Ops, IsVector) ? emitVectorOperation(*I, Ops)
                                         : emitOperation(*I, Ops);
  }
  return Done[V] = Result;
}

Value *SliceEmitter::emitLoad(const AffineRef &R) {
  if (Current->isBeside(R.Access->getParent()))
    return loadIf(R, runs(*R.Access->getParent()));
  return load(R);
}

/// One element where that is the same in all lanes.
Value *SliceEmitter::load(const AffineRef &R) {
  if (!Lanes || !R.dependsOn(Along))
    return loadElement(R, At);
  if (Step == 2 && Nest.LoadsOfC.contains(R.Access))
    return emitPartsOfC(R);
  if (isVector(R))
    return B.CreateAlignedLoad(FixedVectorType::get(R.ElemTy, Lanes),
                               Addresses.address(R, At), R.Alignment);
  Value *Result = PoisonValue::get(FixedVectorType::get(R.ElemTy, Lanes));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Indices Where = At;
    Where[Along] = addIndices(B, At[Along], B.getInt64(Step * Lane));
    Result = B.CreateInsertElement(Result, loadElement(R, Where), Lane);
  }
  return Result;
}

/// Both parts are the nest's to write, so all of the elements may be read.
Value *SliceEmitter::emitPartsOfC(const AffineRef &R) {
  Value *Both =
      B.CreateAlignedLoad(FixedVectorType::get(R.ElemTy, 2 * Lanes),
                          Addresses.address(Nest.C, At), Nest.C.Alignment);
  return B.CreateShuffleVector(Both,
                               createStrideMask(Nest.readsOddOfC(R), 2, Lanes));
}

/// Whether lanes of \p R are memory as it is.
bool SliceEmitter::isVector(const AffineRef &R) const {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  return Step == 1 && isContiguous(R, Along, DL, isInOneRun(Along));
}

Value *SliceEmitter::emitCounter(const Counter &C) {
  Type *Ty = C.Val->getType();
  Value *Number = Sig.get(C.Start);
  for (LoopDim D : {DimI, DimJ, DimK})
    if (!C.Step[D]->isZero()) {
      Value *Index = B.CreateTrunc(At[D], Ty);
      Number = addIndices(B, Number, B.CreateMul(Index, Sig.get(C.Step[D])));
    }
  if (Lanes && !C.Step[Along]->isZero()) {
    Value *Lane = B.CreateStepVector(FixedVectorType::get(Ty, Lanes));
    Value *Steps = B.CreateMul(Lane, lanes(Sig.get(C.Step[Along])));
    Number = B.CreateAdd(lanes(Number), Steps);
  }
  for (LoopDim D : {DimI, DimJ, DimK})
    for (auto [Carry, Inside] :
         llvm::zip(C.Carry[D], Nest.Index[D].Axes.Inside)) {
      if (Carry->isZero())
        continue;
      Value *Steps = stepsOfAxis(D, Sig.get(Inside));
      Steps = B.CreateTrunc(Steps, Steps->getType()->getWithNewType(Ty));
      Value *By = Sig.get(Carry);
      alike({&Steps, &By});
      Steps = B.CreateMul(Steps, By);
      alike({&Number, &Steps});
      Number = B.CreateAdd(Number, Steps);
    }
  return Number;
}

/// The steps of an axis with \p Inside points in each that an index of \p D has
/// gone, i64, by lanes that are in several of them. Unless a step is shorter
/// than a vector, lanes are in two of them at most.
Value *SliceEmitter::stepsOfAxis(LoopDim D, Value *Inside) {
  if (RunOfAll && D == OneRun)
    return B.CreateUDiv(RunOfAll, Inside);
  Value *Steps = B.CreateUDiv(At[D], Inside);
  if (!Lanes || D != Along)
    return Steps;
  Value *All = B.CreateVectorSplat(Lanes, Steps);
  auto *Ty = FixedVectorType::get(B.getInt64Ty(), Lanes);
  Value *Rest = B.CreateSub(At[D], B.CreateMul(Steps, Inside));
  Value *Size = B.CreateVectorSplat(Lanes, Inside);
  Value *InStep =
      B.CreateAdd(B.CreateVectorSplat(Lanes, Rest), B.CreateStepVector(Ty));
  Value *Next = B.CreateZExt(B.CreateICmpUGE(InStep, Size), Ty);
  BasicBlock *Before = B.GetInsertBlock(), *Within = nullptr;
  Value *Several = nullptr;
  emitIf(B, "short.steps", B.CreateICmpULT(Inside, B.getInt64(Lanes)), [&] {
    Several = B.CreateUDiv(InStep, Size);
    Within = B.GetInsertBlock();
  });
  if (Within == B.GetInsertBlock())
    return B.CreateAdd(All, Several);
  if (!Several)
    return B.CreateAdd(All, Next);
  PHINode *More = B.CreatePHI(Ty, 2);
  More->addIncoming(Several, Within);
  More->addIncoming(Next, Before);
  return B.CreateAdd(All, More);
}

Value *SliceEmitter::loadElement(const AffineRef &R, const Indices &Where) {
  return B.CreateAlignedLoad(R.ElemTy, Addresses.address(R, Where),
                             R.Alignment);
}

/// Where the sum replaces several that were added one by one, intermediate
/// results differ from the source's and may overflow.
static void dropWrapFlags(Instruction &I) {
  if (isa<OverflowingBinaryOperator>(I))
    I.dropPoisonGeneratingFlags();
}

/// How numbers are passed and returned; other attributes hold only in the nest.
static void keepConvention(CallBase &Call) {
  const AttributeList Of = Call.getAttributes();
  AttributeList Kept;
  for (unsigned At : Of.indexes())
    for (auto Kind : {Attribute::SExt, Attribute::ZExt, Attribute::InReg})
      if (Of.hasAttributeAtIndex(At, Kind))
        Kept = Kept.addAttributeAtIndex(Call.getContext(), At, Kind);
  Call.setAttributes(Kept);
}

/// \p I with other operands and without metadata.
Value *SliceEmitter::emitOperation(Instruction &I, ArrayRef<Value *> Ops) {
  Instruction *Copy = I.clone();
  Copy->dropUnknownNonDebugMetadata();
  if (auto *Call = dyn_cast<CallBase>(Copy))
    keepConvention(*Call);
  Copy->setDebugLoc(DebugLoc());
  if (Acc)
    dropWrapFlags(*Copy);
  for (auto [Index, Op] : enumerate(Ops))
    Copy->setOperand(Index, Op);
  return B.Insert(Copy);
}

/// \p Add and the multiply that is its operand number \p Product as one
/// operation: in different code, the code generator might not find the pair.
Value *SliceEmitter::emitFused(Instruction &Add, unsigned Product) {
  auto *Mul = cast<Instruction>(Add.getOperand(Product));
  Value *X = emit(Mul->getOperand(0)), *Y = emit(Mul->getOperand(1));
  Value *Z = emit(Add.getOperand(1 - Product));
  alike({&X, &Y, &Z});
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setFastMathFlags(Add.getFastMathFlags() & Mul->getFastMathFlags());
  if (Add.getOpcode() == Instruction::FSub)
    (Product ? X : Z) = B.CreateFNeg(Product ? X : Z);
  return B.CreateIntrinsic(X->getType(), Intrinsic::fmuladd, {X, Y, Z});
}

/// Intrinsics whose every operand and result is of one type, element by
/// element, and which no library implements for vectors in another precision.
static bool isElementwise(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fabs:
  case Intrinsic::sqrt:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return true;
  default:
    return false;
  }
}

/// \p Ops are numbers or vectors; vectors are made of those that are operands.
Value *SliceEmitter::emitVectorOperation(Instruction &I,
                                         MutableArrayRef<Value *> Ops) {
  Type *Ty = FixedVectorType::get(I.getType(), Lanes);
  const auto *Calls = dyn_cast<CallBase>(&I);
  for (Value *&Op : Calls ? Ops.take_front(Calls->arg_size()) : Ops)
    Op = lanes(Op);
  Instruction *New = nullptr;
  if (auto *Op = dyn_cast<BinaryOperator>(&I))
    New = BinaryOperator::Create(Op->getOpcode(), Ops[0], Ops[1]);
  else if (auto *Op = dyn_cast<UnaryOperator>(&I))
    New = UnaryOperator::Create(Op->getOpcode(), Ops[0]);
  else if (auto *Op = dyn_cast<CastInst>(&I))
    New = CastInst::Create(Op->getOpcode(), Ops[0], Ty);
  else if (auto *Op = dyn_cast<CmpInst>(&I))
    New = CmpInst::Create(Op->getOpcode(), Op->getPredicate(), Ops[0], Ops[1]);
  else if (isa<SelectInst>(I))
    New = SelectInst::Create(Ops[0], Ops[1], Ops[2]);
  else if (isa<FreezeInst>(I))
    New = new FreezeInst(Ops[0]);
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I);
           Call && isElementwise(Call->getIntrinsicID()))
    New = CallInst::Create(declareIntrinsic(B.GetInsertBlock()->getModule(),
                                            Call->getIntrinsicID(), {Ty}),
                           Ops.drop_back());
  else
    return emitLaneByLane(I, Ops);
  New->copyIRFlags(&I);
  if (Acc)
    dropWrapFlags(*New);
  return B.Insert(New);
}

Value *SliceEmitter::emitLaneByLane(Instruction &I, ArrayRef<Value *> Ops) {
  Value *Result = PoisonValue::get(FixedVectorType::get(I.getType(), Lanes));
  auto *Call = dyn_cast<CallBase>(&I);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    SmallVector<Value *, 4> LaneOps;
    for (auto [Index, Op] : enumerate(Ops)) {
      bool IsTheSame = Call && (Index >= Call->arg_size() ||
                                Call->paramHasAttr(Index, Attribute::ImmArg));
      LaneOps.push_back(IsTheSame ? I.getOperand(Index)
                                  : B.CreateExtractElement(Op, Lane));
    }
    Result = B.CreateInsertElement(Result, emitOperation(I, LaneOps), Lane);
  }
  return Result;
}

} // namespace gemmify
