//===- EmitLoop.cpp - Loops and branches for new code ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitLoop.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

Value *addIndices(IRBuilderBase &B, Value *X, Value *Y) {
  auto IsZero = [](Value *V) {
    auto *C = dyn_cast<ConstantInt>(V);
    return C && C->isZero();
  };
  return IsZero(X) ? Y : IsZero(Y) ? X : B.CreateAdd(X, Y);
}

static BasicBlock *newBlock(IRBuilderBase &B, const Twine &Name) {
  return BasicBlock::Create(B.getContext(), Name,
                            B.GetInsertBlock()->getParent());
}

/// Whether the loop is known to run exactly once.
static bool runsExactlyOnce(Value *Begin, Value *End, Value *Step) {
  auto *First = dyn_cast<ConstantInt>(Begin),
       *Last = dyn_cast<ConstantInt>(End), *By = dyn_cast<ConstantInt>(Step);
  return First && Last && By && First->getSExtValue() < Last->getSExtValue() &&
         Last->getSExtValue() - First->getSExtValue() <= By->getSExtValue();
}

/// Attaches \p Hints to the loop that \p Latch closes.
static void setLoopHints(BranchInst &Latch, ArrayRef<Metadata *> Hints) {
  SmallVector<Metadata *, 4> Ops = {nullptr};
  append_range(Ops, Hints);
  MDNode *Id = MDNode::getDistinct(Latch.getContext(), Ops);
  Id->replaceOperandWith(0, Id);
  Latch.setMetadata(LLVMContext::MD_loop, Id);
}

/// Unrolling would not be worth the size.
static void keepRolled(BranchInst &Latch) {
  LLVMContext &Ctx = Latch.getContext();
  setLoopHints(
      Latch, MDNode::get(Ctx, MDString::get(Ctx, "llvm.loop.unroll.disable")));
}

Value *divideUp(IRBuilderBase &B, Value *X, uint64_t Y) {
  return B.CreateUDiv(B.CreateAdd(X, B.getInt64(Y - 1)), B.getInt64(Y));
}

Value *cutProduct(IRBuilderBase &B, Value *X, Value *Y) {
  auto Cut = [&](Value *V) {
    Value *Most = B.getInt64(uint64_t(1) << 31);
    return B.CreateSelect(B.CreateICmpSLT(V, Most), V, Most);
  };
  Value *First = Cut(X);
  return B.CreateMul(First, Cut(Y));
}

Value *productExceeds(IRBuilderBase &B, Value *X, Value *Y, uint64_t Limit) {
  Limit = std::min<uint64_t>(Limit, std::numeric_limits<int32_t>::max());
  return B.CreateICmpSGT(cutProduct(B, X, Y), B.getInt64(Limit));
}

void emitLoop(IRBuilderBase &B, const Twine &Name, Value *Begin, Value *End,
              uint64_t Step, bool RunsOnce, function_ref<void(Value *)> Body) {
  emitLoop(B, Name, Begin, End, B.getInt64(Step), RunsOnce, Body);
}

void emitLoop(IRBuilderBase &B, const Twine &Name, Value *Begin, Value *End,
              Value *Step, bool RunsOnce, function_ref<void(Value *)> Body) {
  if (runsExactlyOnce(Begin, End, Step))
    return Body(Begin);
  BasicBlock *Header = newBlock(B, Name);
  BasicBlock *Exit = newBlock(B, Name + ".end");
  BasicBlock *Entry = B.GetInsertBlock();
  if (RunsOnce)
    B.CreateBr(Header);
  else
    B.CreateCondBr(B.CreateICmpSLT(Begin, End), Header, Exit);
  B.SetInsertPoint(Header);
  PHINode *Iv = B.CreatePHI(B.getInt64Ty(), 2, Name + ".iv");
  Iv->addIncoming(Begin, Entry);
  Body(Iv);
  Value *Next = B.CreateAdd(Iv, Step, Name + ".next", /*HasNUW=*/true,
                            /*HasNSW=*/true);
  Iv->addIncoming(Next, B.GetInsertBlock());
  keepRolled(*B.CreateCondBr(B.CreateICmpSLT(Next, End), Header, Exit));
  B.SetInsertPoint(Exit);
}

SmallVector<Value *, 8>
emitWhile(IRBuilderBase &B, const Twine &Name, ArrayRef<Value *> Init,
          function_ref<Value *(ArrayRef<Value *>)> Goes,
          function_ref<SmallVector<Value *, 8>(ArrayRef<Value *>)> Body,
          bool RunsOnce) {
  BasicBlock *Header = newBlock(B, Name);
  BasicBlock *Exit = newBlock(B, Name + ".end");
  if (RunsOnce)
    B.CreateBr(Header);
  else
    B.CreateCondBr(Goes(Init), Header, Exit);
  BasicBlock *Entry = B.GetInsertBlock();
  SmallVector<Value *, 8> State, Last;
  for (BasicBlock *BB : {Header, Exit}) {
    B.SetInsertPoint(BB);
    for (Value *V : Init) {
      PHINode *Phi = B.CreatePHI(V->getType(), 2, Name + ".state");
      if (BB == Header || !RunsOnce)
        Phi->addIncoming(V, Entry);
      (BB == Header ? State : Last).push_back(Phi);
    }
  }
  B.SetInsertPoint(Header);
  SmallVector<Value *, 8> Next = Body(State);
  Value *Again = Goes(Next);
  for (auto [Index, V] : enumerate(Next)) {
    cast<PHINode>(State[Index])->addIncoming(V, B.GetInsertBlock());
    cast<PHINode>(Last[Index])->addIncoming(V, B.GetInsertBlock());
  }
  B.CreateCondBr(Again, Header, Exit);
  B.SetInsertPoint(Exit);
  return Last;
}

void emitHalves(IRBuilderBase &B, const Twine &Name, Value *Count,
                unsigned Lanes, function_ref<void(unsigned)> Body,
                function_ref<void(Value *)> Next) {
  for (unsigned Some = Lanes / 2; Some; Some /= 2) {
    Value *Has = B.CreateAnd(Count, B.getInt64(Some));
    emitIf(B, Name, B.CreateICmpNE(Has, B.getInt64(0)), [&] { Body(Some); });
    Next(Has);
  }
}

Value *emitOr(IRBuilderBase &B, const Twine &Name, Value *X,
              function_ref<Value *()> Y) {
  if (auto *Known = dyn_cast<ConstantInt>(X))
    return Known->isOne() ? X : Y();
  BasicBlock *Before = B.GetInsertBlock(), *Last = nullptr;
  Value *Other = nullptr;
  emitIf(B, Name, B.CreateNot(X), [&] {
    Other = Y();
    Last = B.GetInsertBlock();
  });
  if (auto *Known = dyn_cast<ConstantInt>(Other))
    return Known->isOne() ? Other : X;
  PHINode *Any = B.CreatePHI(B.getInt1Ty(), 2);
  Any->addIncoming(B.getTrue(), Before);
  Any->addIncoming(Other, Last);
  return Any;
}

void leaveKernel(IRBuilderBase &B, bool Succeeds) {
  B.CreateRet(B.getInt1(Succeeds));
  B.SetInsertPoint(BasicBlock::Create(B.getContext(), "unreachable",
                                      B.GetInsertBlock()->getParent()));
}

void emitPrefetch(IRBuilderBase &B, Value *Ptr, bool ToWrite) {
  const unsigned Closest = 3, Data = 1;
  B.CreateIntrinsic(
      Intrinsic::prefetch, {Ptr->getType()},
      {Ptr, B.getInt32(ToWrite), B.getInt32(Closest), B.getInt32(Data)});
}

void setUnrollCount(BranchInst &Latch, unsigned Count) {
  LLVMContext &Ctx = Latch.getContext();
  auto Int = [&](Type *T, unsigned V) {
    return ConstantAsMetadata::get(ConstantInt::get(T, V));
  };
  Metadata *Unroll[] = {MDString::get(Ctx, "llvm.loop.unroll.count"),
                        Int(Type::getInt32Ty(Ctx), Count)};
  Metadata *Vectorize[] = {MDString::get(Ctx, "llvm.loop.vectorize.enable"),
                           Int(Type::getInt1Ty(Ctx), 0)};
  setLoopHints(Latch, {MDNode::get(Ctx, Unroll), MDNode::get(Ctx, Vectorize)});
}

} // namespace gemmify
