//===- MicroKernel.cpp - The loop over k of one tile ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/emit/RingEmitter.h"
#include "pass/product/Product.h"

using namespace llvm;

namespace gemmify {

Value *TileOperand::advance(IRBuilderBase &B, Value *From, Value *Ks) const {
  return B.CreatePtrAdd(From, B.CreateMul(KStride, Ks));
}

Value *TileOperand::at(IRBuilderBase &B, Value *K) const {
  auto *Known = dyn_cast<ConstantInt>(K);
  return Known && Known->isZero() ? Ptr : advance(B, Ptr, K);
}

/// How often the loops over sites are unrolled. Sites of many steps of k need
/// no unrolling, nor do the steps that they leave. Where multiplying and adding
/// integers are separate instructions, the code generator first adds several
/// steps to each other, and runs out of registers with four of them.
unsigned MicroKernel::unrolledSites() const {
  if (Plan.LoadsPairs && Plan.KR > 1 && Rows == Plan.MR && Cols == Plan.NR)
    return Plan.Tune.Tile.PairsUnroll; // Loads are spread over them.
  if (Plan.Depth <= 2 && Nest.Elem.Ty->isIntegerTy())
    return Plan.Tune.Tile.IntegerUnroll;
  return Plan.Depth < Plan.Tune.Tile.DeepSite ? Unroll : 1;
}

/// Sites of as many steps of k as the plan says, then of one: padding would add
/// zeros to the sums.
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

Value *MicroKernel::site(Value *Acc, Value *Left, Value *Right,
                         unsigned Steps) {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.setFastMathFlags(Nest.Elem.flags());
  Value *Product = createMultiply(B, Left, Right, {Rows, Steps, Cols});
  if (Scale)
    Product = B.CreateFMul(B.CreateVectorSplat(Rows * Cols, Scale), Product);
  Value *Sum = emitAdd(B, Nest.Elem, Acc, Product);
  if (Steps > 1 && !Nest.Elem.addsInAnyOrder())
    cast<Instruction>(Sum)->setMetadata(SeededMetadata,
                                        MDNode::get(B.getContext(), {}));
  return Sum;
}

Value *MicroKernel::loadLeft(const TileOperand &Left, Value *Ptr,
                             unsigned Steps) {
  if (Left.Load)
    return Left.Load(Ptr, Steps);
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  return B.CreateAlignedLoad(FixedVectorType::get(Nest.Elem.Ty, Rows), Ptr,
                             Align(DL.getTypeStoreSize(Nest.Elem.Ty)));
}

Value *MicroKernel::loadRight(const TileOperand &Right, Value *Ptr,
                              unsigned Steps) {
  return Right.Load
             ? Right.Load(Ptr, Steps)
             : createColumnLoad(B, Nest.Elem.Ty, Ptr, Right.Across, 1, Cols);
}

/// Columns that share one pointer: the others are reached by adding the
/// distance once or twice.
constexpr unsigned GroupCols = 3;

/// Whether the distance of columns is known only at run time.
bool MicroKernel::walksColumns(const TileOperand &Right, unsigned Steps) const {
  return !Right.Load && Steps == 1 && !isa<Constant>(Right.Across);
}

/// One step of k of all columns, from \p First on in the first iteration,
/// through \p Groups, to which the pointers are added. LLVM's loop strength
/// reduction would compute the address of each column from the previous one, a
/// chain that takes longer than the multiply-adds. It does not do that with
/// pointers that are frozen in each iteration.
Value *MicroKernel::walkColumns(const TileOperand &Right, Value *First,
                                BasicBlock *Entry, Pointers &Groups) {
  const uint64_t Bytes =
      B.GetInsertBlock()->getDataLayout().getTypeStoreSize(Nest.Elem.Ty);
  IRBuilder<> Before(Entry->getTerminator());
  Value *Distance = Before.CreateMul(Right.Across, B.getInt64(Bytes));
  Value *Twice = Before.CreateShl(Distance, 1);
  Value *Flat = PoisonValue::get(FixedVectorType::get(Nest.Elem.Ty, Cols));
  for (unsigned Col = 0; Col != Cols; ++Col) {
    if (Col % GroupCols == 0) {
      Value *Ptr = Before.CreatePtrAdd(
          First, Before.CreateMul(Distance, B.getInt64(Col)));
      Groups.push_back(PHINode::Create(Ptr->getType(), 2, "right",
                                       B.GetInsertBlock()->begin()));
      Groups.back()->addIncoming(Ptr, Entry);
    }
    Value *At = Groups.back();
    if (Col % GroupCols != 0)
      At = B.CreatePtrAdd(At, Col % GroupCols == 1 ? Distance : Twice);
    Value *Element = B.CreateAlignedLoad(Nest.Elem.Ty, At, Align(Bytes));
    Flat = B.CreateInsertElement(Flat, Element, Col);
  }
  return Flat;
}

/// Sites of \p Steps steps of k from \p From to \p To. Operands are read
/// through pointers that advance: once such a loop is unrolled, the addresses
/// of its copies are constants apart.
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
  const bool Walks = walksColumns(Right, Steps);
  PHINode *RightPtr = Walks ? nullptr : createPhi("right", FirstRight, Entry);
  PHINode *Acc = createPhi("acc", Init, Entry);
  Value *LeftSteps = loadLeft(Left, LeftPtr, Steps);
  Pointers Groups;
  Value *RightSteps = Walks ? walkColumns(Right, FirstRight, Entry, Groups)
                            : loadRight(Right, RightPtr, Steps);
  Value *Sum = site(Acc, LeftSteps, RightSteps, Steps);
  Value *Count = B.getInt64(Steps);
  Value *Next = B.CreateAdd(K, Count, "micro.next", true, true);
  K->addIncoming(Next, Loop);
  LeftPtr->addIncoming(Left.advance(B, LeftPtr, Count), Loop);
  for (PHINode *Ptr : Groups)
    Ptr->addIncoming(B.CreateFreeze(B.CreatePtrAdd(Ptr, Right.KStride)), Loop);
  if (!Walks)
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
