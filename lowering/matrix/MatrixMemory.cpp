//===- MatrixMemory.cpp - A column-major matrix in memory -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixMemory.h"
#include "lowering/target/TargetFeatures.h"

using namespace llvm;

namespace gemmify {

bool isPacked(const DataLayout &DL, Type *T) {
  return DL.getTypeSizeInBits(T) == DL.getTypeAllocSizeInBits(T);
}

std::optional<uint64_t> MatrixMemory::constantStride() const {
  const auto *C = dyn_cast<ConstantInt>(Stride);
  if (!C || C->getValue().getSignificantBits() > 62)
    return std::nullopt;
  return uint64_t(C->getSExtValue());
}

/// The index is sign-extended or truncated to the pointer's width by the GEP,
/// as in LLVM's own lowering.
Value *MatrixMemory::address(IRBuilderBase &B, unsigned Row,
                             unsigned Col) const {
  GEPNoWrapFlags Flags =
      InBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none();
  auto Move = [&](Value *From, Value *Index) {
    return B.CreateGEP(ElemTy, From, Index, "", Flags);
  };
  if (std::optional<uint64_t> Const = constantStride()) {
    uint64_t Offset = *Const * Col + Row;
    return Offset ? Move(Ptr, B.getInt64(Offset)) : Ptr;
  }
  Value *Column = Ptr;
  if (Col) {
    Value *Index = Stride;
    if (Col > 1)
      Index = B.CreateMul(
          Stride,
          ConstantInt::get(Stride->getType(),
                           APInt(64, Col).zextOrTrunc(
                               Stride->getType()->getIntegerBitWidth())));
    Column = Move(Ptr, Index);
  }
  return Row ? Move(Column, B.getInt64(Row)) : Column;
}

Align MatrixMemory::alignment(const DataLayout &DL, unsigned Row,
                              unsigned Col) const {
  uint64_t Size = DL.getTypeAllocSize(ElemTy);
  Align Column = Alignment;
  if (std::optional<uint64_t> Const = constantStride())
    Column = commonAlignment(Alignment, *Const * Col * Size);
  else if (Col)
    Column = commonAlignment(Alignment, Size);
  return commonAlignment(Column, Row * Size);
}

Value *MatrixMemory::loadAs(IRBuilderBase &B, Type *T, unsigned Row,
                            unsigned Col) const {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  LoadInst *L = B.CreateAlignedLoad(T, address(B, Row, Col),
                                    alignment(DL, Row, Col), Volatile);
  L->setAAMetadata(AA);
  return L;
}

Value *MatrixMemory::load(IRBuilderBase &B, unsigned Row, unsigned Col,
                          unsigned Len) const {
  return loadAs(B, FixedVectorType::get(ElemTy, Len), Row, Col);
}

Value *MatrixMemory::loadElement(IRBuilderBase &B, unsigned Row,
                                 unsigned Col) const {
  return loadAs(B, ElemTy, Row, Col);
}

void MatrixMemory::store(IRBuilderBase &B, Value *V, unsigned Row,
                         unsigned Col) const {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  StoreInst *S = B.CreateAlignedStore(V, address(B, Row, Col),
                                      alignment(DL, Row, Col), Volatile);
  S->setAAMetadata(AA);
}

MatrixMemory MatrixMemory::from(IRBuilderBase &B, Value *Row,
                                Value *Col) const {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  MatrixMemory Part = *this;
  Value *Wide = B.CreateSExtOrTrunc(Stride, B.getInt64Ty());
  Value *Offset = B.CreateAdd(B.CreateMul(Wide, Col), Row);
  Part.Ptr = B.CreateGEP(ElemTy, Ptr, Offset);
  Part.Alignment = commonAlignment(Alignment, DL.getTypeAllocSize(ElemTy));
  return Part;
}

static AAMDNodes elementMetadata(const Instruction &I) {
  AAMDNodes AA = I.getAAMetadata();
  AA.TBAAStruct = nullptr;
  return AA;
}

static MatrixMemory plainMemory(Instruction &I, Value *Ptr, Type *VecTy,
                                Align Alignment, unsigned Rows) {
  MatrixMemory M;
  M.Ptr = Ptr;
  M.Stride = ConstantInt::get(Type::getInt64Ty(I.getContext()), Rows);
  M.ElemTy = VecTy->getScalarType();
  M.Alignment = Alignment;
  M.InBounds = true;
  M.AA = elementMetadata(I);
  return M;
}

MatrixMemory memoryOf(LoadInst &Load, unsigned Rows) {
  return plainMemory(Load, Load.getPointerOperand(), Load.getType(),
                     Load.getAlign(), Rows);
}

MatrixMemory memoryOf(StoreInst &Store, unsigned Rows) {
  return plainMemory(Store, Store.getPointerOperand(),
                     Store.getValueOperand()->getType(), Store.getAlign(),
                     Rows);
}

MatrixMemory memoryOfColumnAccess(IntrinsicInst &Call) {
  bool IsStore = Call.getIntrinsicID() == Intrinsic::matrix_column_major_store;
  unsigned PtrArg = IsStore ? 1 : 0;
  Type *VecTy = IsStore ? Call.getArgOperand(0)->getType() : Call.getType();
  MatrixMemory M;
  M.Ptr = Call.getArgOperand(PtrArg);
  M.Stride = Call.getArgOperand(PtrArg + 1);
  M.ElemTy = VecTy->getScalarType();
  M.Alignment = Call.getParamAlign(PtrArg).value_or(
      Call.getDataLayout().getABITypeAlign(M.ElemTy));
  M.Volatile = cast<ConstantInt>(Call.getArgOperand(PtrArg + 2))->isOne();
  M.AA = elementMetadata(Call);
  return M;
}

MatrixMemory createBuffer(Function &F, Type *ElemTy, unsigned Rows,
                          unsigned Cols) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Type *Array = ArrayType::get(ElemTy, uint64_t(Rows) * Cols);
  AllocaInst *Buffer = B.CreateAlloca(Array, nullptr, "matrix");
  // Some other targets cannot align their stack further.
  if (isTestedTarget(tripleOf(F)))
    Buffer->setAlignment(std::max(Buffer->getAlign(), Align(64)));
  MatrixMemory M;
  M.Ptr = Buffer;
  M.Stride = B.getInt64(Rows);
  M.ElemTy = ElemTy;
  M.Alignment = Buffer->getAlign();
  M.InBounds = true;
  return M;
}

} // namespace gemmify
