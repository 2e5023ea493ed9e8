//===- ColumnTest.cpp - Whether blocks of one array are apart -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnTest.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Bytes [Low, High) + multiples of the pitch; i128.
struct Columns {
  Value *Low, *High;
};

/// The function's body, in 128 bits, in which nothing wraps.
class ColumnBuilder {
public:
  explicit ColumnBuilder(Function &F)
      : F(F), B(BasicBlock::Create(F.getContext(), "entry", &F)) {}

  void build();

private:
  Value *arg() { return F.getArg(Next++); }
  Value *wideArg(bool Signed);
  Value *magnitude(Value *V);
  StridedBlock block();
  Columns columnsOf(const StridedBlock &Block, const PerDim<Value *> &Last,
                    Value *Pitch);

  Function &F;
  IRBuilder<> B;
  unsigned Next = 0;
};

} // namespace

constexpr LoopDim Dims[] = {DimI, DimJ, DimK};

Value *ColumnBuilder::wideArg(bool Signed) {
  return Signed ? B.CreateSExt(arg(), B.getInt128Ty())
                : B.CreateZExt(arg(), B.getInt128Ty());
}

Value *ColumnBuilder::magnitude(Value *V) {
  return B.CreateBinaryIntrinsic(Intrinsic::abs, V, B.getFalse());
}

StridedBlock ColumnBuilder::block() {
  StridedBlock Block;
  Block.Start = wideArg(/*Signed=*/false);
  Block.Bytes = wideArg(/*Signed=*/false);
  for (LoopDim D : Dims)
    Block.Stride[D] = wideArg(/*Signed=*/true);
  return Block;
}

/// What \p Block touches modulo \p Pitch. Strides of exactly one pitch do not
/// count.
Columns ColumnBuilder::columnsOf(const StridedBlock &Block,
                                 const PerDim<Value *> &Last, Value *Pitch) {
  Value *Zero = ConstantInt::get(B.getInt128Ty(), 0);
  Value *Low = Block.Start, *High = B.CreateAdd(Block.Start, Block.Bytes);
  for (LoopDim D : Dims) {
    Value *IsPitch = B.CreateICmpEQ(magnitude(Block.Stride[D]), Pitch);
    Value *Extent = B.CreateMul(Block.Stride[D], Last[D]);
    Extent = B.CreateSelect(IsPitch, Zero, Extent);
    Low = B.CreateAdd(Low,
                      B.CreateBinaryIntrinsic(Intrinsic::smin, Extent, Zero));
    High = B.CreateAdd(High,
                       B.CreateBinaryIntrinsic(Intrinsic::smax, Extent, Zero));
  }
  return {Low, High};
}

void ColumnBuilder::build() {
  const StridedBlock C = block(), Other = block();
  PerDim<Value *> Last;
  for (LoopDim D : Dims)
    Last[D] = wideArg(/*Signed=*/false);
  Value *OfI = magnitude(C.Stride[DimI]), *OfJ = magnitude(C.Stride[DimJ]);
  Value *Pitch = B.CreateBinaryIntrinsic(Intrinsic::umax, OfI, OfJ);
  Value *Modulus = B.CreateBinaryIntrinsic(
      Intrinsic::umax, B.CreateTrunc(Pitch, B.getInt64Ty()), B.getInt64(1));
  const Columns InC = columnsOf(C, Last, Pitch);
  const Columns InOther = columnsOf(Other, Last, Pitch);
  auto At = [&](const Columns &Of) {
    return B.CreateURem(B.CreateTrunc(Of.Low, B.getInt64Ty()), Modulus);
  };
  // Distance from the other's columns up to C's, in [0, pitch).
  Value *CAt = At(InC), *OtherAt = At(InOther);
  Value *Distance = B.CreateSub(CAt, OtherAt);
  Value *Wraps = B.CreateICmpULT(CAt, OtherAt);
  Distance = B.CreateSelect(Wraps, B.CreateAdd(Distance, Modulus), Distance);
  Distance = B.CreateZExt(Distance, B.getInt128Ty());
  Value *OtherWidth = B.CreateSub(InOther.High, InOther.Low);
  Value *CWidth = B.CreateSub(InC.High, InC.Low);
  B.CreateRet(
      B.CreateAnd({B.CreateICmpSGE(Distance, OtherWidth),
                   B.CreateICmpSLE(B.CreateAdd(Distance, CWidth), Pitch)}));
}

static Function *getColumnTest(Function &Host) {
  constexpr unsigned Params = 13;
  Type *I64 = Type::getInt64Ty(Host.getContext());
  auto *Ty = FunctionType::get(Type::getInt1Ty(Host.getContext()),
                               SmallVector<Type *, Params>(Params, I64), false);
  return getSharedFunction(Host, "gemmify.apart.", "", Ty, [](Function &F) {
    F.addFnAttr(Attribute::Cold);
    F.addFnAttr(Attribute::WillReturn);
    F.setDoesNotAccessMemory();
    ColumnBuilder(F).build();
  });
}

Value *emitColumnTest(IRBuilderBase &B, const StridedBlock &C,
                      const StridedBlock &Other, const PerDim<Value *> &Last) {
  SmallVector<Value *, 16> Args;
  for (const StridedBlock &Block : {C, Other}) {
    Args.append({Block.Start, Block.Bytes});
    append_range(Args, Block.Stride);
  }
  append_range(Args, Last);
  return B.CreateCall(getColumnTest(*B.GetInsertBlock()->getParent()), Args);
}

} // namespace gemmify
