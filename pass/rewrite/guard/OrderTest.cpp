//===- OrderTest.cpp - Do two accesses keep their order? ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderTest.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

/// What a record holds, in this order: 64 bits each.
enum Field { Start, Bytes, Stride, Last = Stride + NumDims, NumFields = 8 };

Type *getAccessRecordType(LLVMContext &C) {
  return ArrayType::get(Type::getInt64Ty(C), NumFields);
}

static Value *fieldOf(IRBuilderBase &B, Value *Record, unsigned Index) {
  return B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), Record, Index);
}

void fillAccessRecord(IRBuilderBase &B, Value *Record,
                      const StridedBlock &Block, const PerDim<Value *> &Lasts) {
  B.CreateStore(Block.Start, fieldOf(B, Record, Start));
  B.CreateStore(Block.Bytes, fieldOf(B, Record, Bytes));
  for (unsigned D = 0; D != NumDims; ++D) {
    B.CreateStore(Block.Stride[D], fieldOf(B, Record, Stride + D));
    B.CreateStore(Lasts[D], fieldOf(B, Record, Last + D));
  }
}

namespace {

/// The function's body, in 128 bits, in which nothing wraps.
class OrderBuilder {
public:
  OrderBuilder(Function &F, PairOrder Order)
      : B(BasicBlock::Create(F.getContext(), "entry", &F)), Order(Order),
        X(load(F.getArg(0))), Y(load(F.getArg(1))) {}

  void build() {
    Value *Apart = areApart(0);
    if (Order.MayMoveAlike)
      Apart = B.CreateOr(Apart, isOrdered());
    Value *XFits = isInAddressSpace(X);
    Value *YFits = isInAddressSpace(Y);
    B.CreateRet(B.CreateAnd({XFits, YFits, Apart}));
  }

private:
  struct Access {
    Value *Start, *Bytes;
    PerDim<Value *> Stride, Last;
  };
  /// First byte, byte after the last.
  struct Range {
    Value *Low, *High;
  };

  Access load(Value *Record) {
    auto Get = [&](unsigned Index, bool Signed) {
      Value *V = B.CreateLoad(B.getInt64Ty(), fieldOf(B, Record, Index));
      return Signed ? B.CreateSExt(V, B.getInt128Ty())
                    : B.CreateZExt(V, B.getInt128Ty());
    };
    Access A;
    A.Start = Get(gemmify::Start, false);
    A.Bytes = Get(gemmify::Bytes, false);
    for (unsigned D = 0; D != NumDims; ++D) {
      A.Stride[D] = Get(gemmify::Stride + D, true);
      A.Last[D] = Get(gemmify::Last + D, false);
    }
    return A;
  }

  Value *zero() { return ConstantInt::get(B.getInt128Ty(), 0); }

  /// In one iteration of the \p Fixed outermost loops, relative to where they
  /// begin.
  Range window(const Access &A, unsigned Fixed) {
    Value *Low = A.Start, *High = B.CreateAdd(A.Start, A.Bytes);
    for (unsigned D = Fixed; D != NumDims; ++D) {
      Value *Extent = B.CreateMul(A.Stride[D], A.Last[D]);
      Low = B.CreateAdd(
          Low, B.CreateBinaryIntrinsic(Intrinsic::smin, Extent, zero()));
      High = B.CreateAdd(
          High, B.CreateBinaryIntrinsic(Intrinsic::smax, Extent, zero()));
    }
    return {Low, High};
  }

  Value *isInAddressSpace(const Access &A) {
    const Range R = window(A, 0);
    Value *End =
        ConstantInt::get(B.getInt128Ty(), APInt::getOneBitSet(128, 64));
    Value *Begins = B.CreateICmpSGE(R.Low, zero());
    return B.CreateAnd(Begins, B.CreateICmpSLE(R.High, End));
  }

  Value *areApart(unsigned Fixed) {
    const Range OfX = window(X, Fixed), OfY = window(Y, Fixed);
    Value *XFirst = B.CreateICmpSLE(OfX.High, OfY.Low);
    return B.CreateOr(XFirst, B.CreateICmpSLE(OfY.High, OfX.Low));
  }

  Value *magnitude(Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::abs, V, B.getFalse());
  }

  Value *isOrdered() {
    Value *Meets = meetsInSameIterationOnly();
    return Order.InOrder ? Meets : B.CreateAnd(Meets, areApart(Order.Common));
  }

  /// What both touch in one iteration of the loops around them fits between two
  /// iterations.
  Value *meetsInSameIterationOnly() {
    const Range OfX = window(X, Order.Common), OfY = window(Y, Order.Common);
    Value *Low = B.CreateBinaryIntrinsic(Intrinsic::smin, OfX.Low, OfY.Low);
    Value *High = B.CreateBinaryIntrinsic(Intrinsic::smax, OfX.High, OfY.High);
    Value *Width = B.CreateSub(High, Low);
    auto Fits = [&](unsigned D, Value *Between) {
      Value *Alike = B.CreateICmpEQ(X.Stride[D], Y.Stride[D]);
      Value *Far = B.CreateICmpSGE(magnitude(X.Stride[D]), Between);
      Value *Once = B.CreateIsNull(X.Last[D]);
      return B.CreateOr(Once, B.CreateAnd(Alike, Far));
    };
    auto WithAll = [&](unsigned D) {
      return B.CreateAdd(Width, B.CreateMul(magnitude(X.Stride[D]), X.Last[D]));
    };
    // All of what the inner loop touches fits between two outer iterations.
    auto Nested = [&](unsigned Outer, unsigned Inner) {
      Value *InnerFits = Fits(Inner, Width);
      return B.CreateAnd(InnerFits, Fits(Outer, WithAll(Inner)));
    };
    if (Order.Common == 1)
      return Fits(0, Width);
    Value *InOrder = Nested(0, 1);
    return B.CreateOr(InOrder, Nested(1, 0));
  }

  IRBuilder<> B;
  const PairOrder Order;
  const Access X, Y;
};

} // namespace

Value *emitOrderTest(IRBuilderBase &B, Value *Product, Value *Rest,
                     PairOrder Order) {
  Function &Host = *B.GetInsertBlock()->getParent();
  Type *Ptr = B.getPtrTy();
  auto *Ty = FunctionType::get(B.getInt1Ty(), {Ptr, Ptr}, false);
  if (!Order.MayMoveAlike)
    Order = PairOrder();
  const std::string Key = (Twine(Order.MayMoveAlike) + ";" +
                           Twine(Order.InOrder) + ";" + Twine(Order.Common))
                              .str();
  Function *Test =
      getSharedFunction(Host, "gemmify.order.", Key, Ty, [&](Function &F) {
        F.addFnAttr(Attribute::Cold);
        F.addFnAttr(Attribute::WillReturn);
        for (Argument &Record : F.args()) {
          Record.addAttr(Attribute::ReadOnly);
          Record.addAttr(notCaptured(F.getContext()));
        }
        F.setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref));
        OrderBuilder(F, Order).build();
      });
  return B.CreateCall(Test, {Product, Rest});
}

} // namespace gemmify
