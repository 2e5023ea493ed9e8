//===- MicroKernel.cpp - The loop over k of one tile ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "../../intrinsic/MatrixCall.h"
#include "EmitLoop.h"

using namespace llvm;

namespace gemmify {

FastMathFlags siteFlags(const GemmNest &N) {
  FastMathFlags Flags = N.Arith.Flags;
  Flags.setAllowContract(N.Arith.Fused);
  Flags.setAllowReassoc(N.Arith.Reassoc);
  return Flags;
}

Value *emitUpdate(IRBuilderBase &B, const GemmNest &N, Value *Sum,
                  Value *Product) {
  if (!N.ElemTy->isFloatingPointTy())
    return N.Arith.Subtract ? B.CreateSub(Sum, Product)
                            : B.CreateAdd(Sum, Product);
  return N.Arith.Subtract ? B.CreateFSub(Sum, Product)
                          : B.CreateFAdd(Sum, Product);
}

Value *TileOperand::advance(IRBuilderBase &B, Value *From, Value *Ks) const {
  return B.CreatePtrAdd(From, B.CreateMul(KStride, Ks));
}

Value *TileOperand::at(IRBuilderBase &B, Value *K) const {
  auto *Known = dyn_cast<ConstantInt>(K);
  return Known && Known->isZero() ? Ptr : advance(B, Ptr, K);
}

/// How often the loops over sites are unrolled. Sites of many ks need no more
/// of it, nor do the ks that they leave. The code generator adds up integers of
/// several steps first, where products and additions are instructions of their
/// own, and runs out of registers with four of them.
unsigned MicroKernel::unrolledSites() const {
  if (Plan.LoadsPairs && Plan.KR > 1 && Rows == Plan.MR && Cols == Plan.NR)
    return 16; // Loads are to be spread over them.
  if (Plan.Depth <= 2 && Nest.ElemTy->isIntegerTy())
    return 2;
  return Plan.Depth < 8 ? Unroll : 1;
}

/// Sites of as many ks as the plan has, then of one: zeros behind the last k
/// would be added to the sums.
Value *MicroKernel::emit(const TileOperand &Left, const TileOperand &Right,
                         Value *Depth, bool FilledUp, Value *Init) {
  const unsigned Steps = Scale ? 1 : Plan.Depth;
  if (FilledUp)
    return loop(Left, Right, Init, B.getInt64(0), Depth, Steps, false);
  Value *Whole =
      B.CreateSub(Depth, B.CreateURem(Depth, B.getInt64(Steps)), "k.whole");
  const bool MayBeEmpty = Plan.Depth != 1 && !Scale;
  Value *Sums =
      loop(Left, Right, Init, B.getInt64(0), Whole, Steps, MayBeEmpty);
  return Steps == 1 ? Sums
                    : loop(Left, Right, Sums, Whole, Depth, 1, MayBeEmpty);
}

/// Adds the product of \p Left and \p Right, \p Steps ks of both, to \p Acc.
Value *MicroKernel::site(Value *Acc, Value *Left, Value *Right,
                         unsigned Steps) {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setFastMathFlags(siteFlags(Nest));
  Value *Product = createMultiply(B, Left, Right, {Rows, Steps, Cols});
  if (Scale)
    Product = B.CreateFMul(B.CreateVectorSplat(Rows * Cols, Scale), Product);
  Value *Sum = emitUpdate(B, Nest, Acc, Product);
  if (Steps > 1 && !Nest.Arith.Reassoc && Nest.ElemTy->isFloatingPointTy())
    cast<Instruction>(Sum)->setMetadata(SeededMetadata,
                                        MDNode::get(B.getContext(), {}));
  return Sum;
}

Value *MicroKernel::loadLeft(const TileOperand &Left, Value *Ptr,
                             unsigned Steps) {
  if (Left.Load)
    return Left.Load(Ptr, Steps);
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  return B.CreateAlignedLoad(FixedVectorType::get(Nest.ElemTy, Rows), Ptr,
                             Align(DL.getTypeStoreSize(Nest.ElemTy)));
}

Value *MicroKernel::loadRight(const TileOperand &Right, Value *Ptr,
                              unsigned Steps) {
  return Right.Load
             ? Right.Load(Ptr, Steps)
             : createColumnLoad(B, Nest.ElemTy, Ptr, Right.Across, 1, Cols);
}

/// Sites of \p Steps ks from \p From to \p To. Operands are found through
/// pointers that move along: once such a loop is unrolled, the addresses of its
/// copies are constants apart.
Value *MicroKernel::loop(const TileOperand &Left, const TileOperand &Right,
                         Value *Init, Value *From, Value *To, unsigned Steps,
                         bool MayBeEmpty) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Entry = B.GetInsertBlock();
  BasicBlock *Loop = BasicBlock::Create(B.getContext(), "micro", F);
  BasicBlock *Exit = BasicBlock::Create(B.getContext(), "micro.end", F);
  Value *FirstLeft = Left.at(B, From), *FirstRight = Right.at(B, From);
  if (MayBeEmpty)
    B.CreateCondBr(B.CreateICmpSLT(From, To), Loop, Exit);
  else
    B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *K = createPhi("micro.k", From, Entry);
  PHINode *LeftPtr = createPhi("left", FirstLeft, Entry);
  PHINode *RightPtr = createPhi("right", FirstRight, Entry);
  PHINode *Acc = createPhi("acc", Init, Entry);
  Value *LeftSteps = loadLeft(Left, LeftPtr, Steps);
  Value *RightSteps = loadRight(Right, RightPtr, Steps);
  Value *Sum = site(Acc, LeftSteps, RightSteps, Steps);
  Value *Count = B.getInt64(Steps);
  Value *Next = B.CreateAdd(K, Count, "micro.next", true, true);
  K->addIncoming(Next, Loop);
  LeftPtr->addIncoming(Left.advance(B, LeftPtr, Count), Loop);
  RightPtr->addIncoming(Right.advance(B, RightPtr, Count), Loop);
  Acc->addIncoming(Sum, Loop);
  setUnrollCount(*B.CreateCondBr(B.CreateICmpSLT(Next, To), Loop, Exit),
                 unrolledSites());
  B.SetInsertPoint(Exit);
  if (!MayBeEmpty)
    return Sum;
  PHINode *Result = createPhi("sums", Init, Entry);
  Result->addIncoming(Sum, Loop);
  return Result;
}

PHINode *MicroKernel::createPhi(const Twine &Name, Value *First,
                                BasicBlock *Entry) {
  PHINode *Phi = B.CreatePHI(First->getType(), 2, Name);
  Phi->addIncoming(First, Entry);
  return Phi;
}

} // namespace gemmify
