//===- KeptPacking.cpp - A packed operand for several runs ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptPacking.h"
#include "intrinsic/SharedTuning.h"
#include "lowering/core/EmitIf.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace gemmify {

namespace {
enum Field : unsigned { MemoryField, Bytes, Kernel, Layout, Runs, Key };
} // namespace

StructType *getKeptRecordType(LLVMContext &C) {
  Type *Int = Type::getInt64Ty(C);
  return StructType::get(C, {PointerType::getUnqual(C), Int, Int, Int, Int,
                             ArrayType::get(Int, MaxKeptKey)});
}

static Value *fieldOf(IRBuilderBase &B, Value *Record, unsigned Number) {
  return B.CreateStructGEP(getKeptRecordType(B.getContext()), Record, Number);
}

static Value *loadField(IRBuilderBase &B, Value *Record, unsigned Number) {
  StructType *Ty = getKeptRecordType(B.getContext());
  return B.CreateLoad(Ty->getElementType(Number), fieldOf(B, Record, Number));
}

static void storeField(IRBuilderBase &B, Value *Record, unsigned Number,
                       Value *V) {
  B.CreateStore(V, fieldOf(B, Record, Number));
}

void emitForgetKept(IRBuilderBase &B, Value *Record) {
  StructType *Ty = getKeptRecordType(B.getContext());
  for (unsigned Each = 0; Each != Ty->getNumElements(); ++Each)
    storeField(B, Record, Each,
               Constant::getNullValue(Ty->getElementType(Each)));
}

Value *suspendKept(IRBuilderBase &B, Value *Record) {
  Value *Now = loadField(B, Record, Layout);
  storeField(B, Record, Layout, B.getInt64(0));
  return Now;
}

void resumeKept(IRBuilderBase &B, Value *Record, Value *Suspended,
                ArrayRef<Value *> Key) {
  for (const auto &[Number, V] : enumerate(Key)) {
    Value *Now =
        V->getType()->isPointerTy() ? B.CreatePtrToInt(V, B.getInt64Ty()) : V;
    Value *Place = B.CreateConstGEP1_32(B.getInt64Ty(),
                                        fieldOf(B, Record, Field::Key), Number);
    Value *IsSame = B.CreateICmpEQ(B.CreateLoad(B.getInt64Ty(), Place), Now);
    B.CreateStore(Now, Place);
    Suspended = B.CreateSelect(IsSame, Suspended, B.getInt64(0));
  }
  storeField(B, Record, Layout, Suspended);
}

void keepIf(IRBuilderBase &B, Value *Record, Value *Done) {
  Value *Now = loadField(B, Record, Layout);
  storeField(B, Record, Layout, B.CreateSelect(Done, Now, B.getInt64(0)));
}

Value *loadKeptMemory(IRBuilderBase &B, Value *Record) {
  return loadField(B, Record, MemoryField);
}

Value *KeptPacking::load(unsigned Number) {
  return loadField(B, Record, Number);
}

void KeptPacking::store(unsigned Number, Value *V) {
  storeField(B, Record, Number, V);
}

Value *wholeSlivers(IRBuilderBase &B, Value *Lines, unsigned Width) {
  return B.CreateMul(divideUp(B, Lines, Width), B.getInt64(Width));
}

KeptPacking::KeptPacking(KernelContext &Ctx, const KeptCut &Cut,
                         const PackedConstant &Packed)
    : Ctx(Ctx), B(Ctx.B), Cut(Cut), Record(nullptr),
      Lines(wholeSlivers(B, Ctx.size(Cut.Dim), Cut.Width)),
      Memory(Ctx.Sig.get(Packed)),
      IsKept(B.CreateICmpEQ(Cut.Depth, B.getInt64(Packed.Depth))),
      IsPacked(IsKept) {}

KeptPacking::KeptPacking(KernelContext &Ctx, const KeptCut &Cut)
    : Ctx(Ctx), B(Ctx.B), Cut(Cut), Record(Ctx.Sig.get(Ctx.P.Kept)),
      Memory(ConstantPointerNull::get(Ctx.B.getPtrTy())),
      IsKept(Ctx.B.getFalse()), IsPacked(Ctx.B.getFalse()) {
  // The last sliver may be wider than others.
  Lines = B.CreateAdd(wholeSlivers(B, Ctx.size(Cut.Dim), Cut.Width),
                      B.getInt64(Cut.Width));
  Value *Elements = cutProduct(B, Ctx.size(Cut.Dim), Ctx.size(DimK));
  Value *IsWorth =
      B.CreateICmpUGE(Elements, B.getInt64(SharedTuning::MinKeptElements));
  BasicBlock *Before = B.GetInsertBlock(), *Last = Before;
  emitIf(B, "keep.look", IsWorth, [&] {
    look();
    Last = B.GetInsertBlock();
  });
  if (isa<ConstantInt>(IsWorth))
    return;
  for (Value **Each : {&Memory, &IsKept, &IsPacked}) {
    Type *Ty = (*Each)->getType();
    PHINode *Phi = B.CreatePHI(Ty, 2);
    Phi->addIncoming(Constant::getNullValue(Ty), Before);
    Phi->addIncoming(*Each, Last);
    *Each = Phi;
  }
}

/// Looks into the record, in a run that is worth it.
void KeptPacking::look() {
  Value *Blocks = B.CreateUDiv(
      B.CreateAdd(Ctx.size(DimK), B.CreateSub(Cut.Depth, B.getInt64(1))),
      Cut.Depth);
  Value *Plane = B.CreateMul(Lines, Cut.Operand.lineBytes(B, Cut.Depth));
  Value *All = B.CreateMul(Blocks, Plane);
  Value *Fits = fits(All);
  takeMemory(All, Fits);
  Memory = load(MemoryField);
  Value *HasMemory = B.CreateIsNotNull(Memory);
  Value *IsEnough = B.CreateICmpULE(All, load(Bytes));
  IsKept = B.CreateAnd({HasMemory, IsEnough, Fits});
  Memory = alignWorkspace(B, Memory);
  claim(
      B.CreateAdd(B.CreateMul(Cut.Depth, B.getInt64(KeptCut::Ways)), Cut.Way));
}

/// i1: whether \p Bytes, all that would be kept, are few enough. They have not
/// wrapped where there are few elements, and slivers are not mostly empty where
/// one is full.
Value *KeptPacking::fits(Value *Bytes) {
  Value *Size = Ctx.size(Cut.Dim);
  Value *IsLarge =
      productExceeds(B, Size, Ctx.size(DimK),
                     SharedTuning::MaxKeptPacking / Cut.Operand.Bytes);
  Value *IsFull = B.CreateICmpSGE(Size, B.getInt64(Cut.Width));
  Value *IsLittle =
      B.CreateICmpULE(Bytes, B.getInt64(SharedTuning::MaxKeptPacking));
  return B.CreateAnd({B.CreateNot(IsLarge), IsFull, IsLittle});
}

/// Takes memory for \p All bytes in a run that is likely to be followed by
/// others. Where there is none, the next ones ask again, but not each.
void KeptPacking::takeMemory(Value *All, Value *Fits) {
  Value *Before = load(Runs);
  store(Runs, B.CreateAdd(Before, B.getInt64(1)));
  Value *HasNone = B.CreateIsNull(load(MemoryField));
  Value *IsTime =
      B.CreateICmpUGE(Before, B.getInt64(SharedTuning::RunsBeforeKept));
  emitIf(B, "keep", B.CreateAnd({Fits, HasNone, IsTime}), [&] {
    Value *Taken =
        takeWorkspace(B, B.CreateAdd(All, B.getInt64(WorkspaceAlign)));
    store(MemoryField, Taken);
    store(Bytes, All);
    store(Runs, B.getInt64(0));
  });
}

/// Notes what will be packed in this run as \p NewLayout of this kernel.
void KeptPacking::claim(Value *NewLayout) {
  const Function &Own = *B.GetInsertBlock()->getParent();
  Value *Name = B.getInt64(xxh3_64bits(Own.getName()));
  Value *OfThis = B.CreateICmpEQ(load(Kernel), Name);
  Value *IsSame = B.CreateICmpEQ(load(Layout), NewLayout);
  IsPacked = B.CreateAnd({IsKept, OfThis, IsSame});
  emitIf(B, "keep.new", B.CreateAnd(IsKept, B.CreateNot(IsPacked)), [&] {
    store(Kernel, Name);
    store(Layout, NewLayout);
  });
}

/// Of the blocks of k before the one that begins at \p First.
static Value *bytesBefore(IRBuilderBase &B, const KeptCut &Cut, Value *Lines,
                          Value *First) {
  const PackedOperand &Operand = Cut.Operand;
  if (!Operand.SumTy && Operand.FillsUpTo == 1)
    return B.CreateMul(Lines, Operand.lineBytes(B, First));
  Value *Plane = B.CreateMul(Lines, Operand.lineBytes(B, Cut.Depth));
  return B.CreateMul(B.CreateUDiv(First, Cut.Depth), Plane);
}

Value *keptOffset(IRBuilderBase &B, const KeptCut &Cut, Value *Lines,
                  Value *Line, IndexRange Ks) {
  Value *Before = bytesBefore(B, Cut, Lines, Ks.First);
  Value *Inside = B.CreateMul(Line, Cut.Operand.lineBytes(B, Ks.Count));
  return B.CreateAdd(Before, Inside);
}

Value *KeptPacking::place(Value *Line, IndexRange Ks, Value *Otherwise) {
  Value *Offset = keptOffset(B, Cut, Lines, Line, Ks);
  return Ctx.select(IsKept, B.CreatePtrAdd(Memory, Offset), Otherwise);
}

Value *KeptPacking::packs(Value *IsFirst) {
  if (isAlwaysPacked())
    return B.getFalse();
  Value *Fills = B.CreateAnd(IsFirst, B.CreateNot(IsPacked));
  return B.CreateOr(B.CreateNot(IsKept), Fills);
}

} // namespace gemmify
