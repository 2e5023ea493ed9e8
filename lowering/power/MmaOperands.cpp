//===- MmaOperands.cpp - Operands of POWER10's matrix unit ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaOperands.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

Type *mmaVectorTy(LLVMContext &C) {
  return FixedVectorType::get(Type::getInt8Ty(C), 16);
}

Value *assemblePair(IRBuilderBase &B, Value *First, Value *Second) {
  // Little-endian: the first operand is the last vector.
  return createIntrinsic(B, Intrinsic::ppc_vsx_assemble_pair, {Second, First});
}

std::array<Value *, 2> vectorsOfPair(IRBuilderBase &B, Value *Pair) {
  Value *Both = createIntrinsic(B, Intrinsic::ppc_vsx_disassemble_pair, {Pair});
  return {B.CreateExtractValue(Both, 0), B.CreateExtractValue(Both, 1)};
}

MmaSide::MmaSide(IRBuilderBase &B, const Matrix &M, bool IsLeft,
                 RankShape Shape, unsigned First, unsigned Count)
    : Lines(M.withBitsOfHalves(B), IsLeft), Shape(Shape), First(First),
      Count(Count) {}

/// Two adjacent vectors in memory, by one instruction.
void MmaSide::fetchPair(IRBuilderBase &B, MmaFetched &F, unsigned Line,
                        unsigned KBegin) const {
  for (unsigned G = 0; G != F.Vectors.size(); ++G) {
    Value *Ptr = Lines.address(B, First + Line, KBegin + G * Shape.Rank);
    CallInst *Pair = createIntrinsic(B, Intrinsic::ppc_vsx_lxvp, {Ptr});
    Pair->setAAMetadata(Lines.memory().AA);
    F.Pairs[G].push_back(Pair);
    llvm::append_range(F.Vectors[G], vectorsOfPair(B, Pair));
  }
}

MmaFetched MmaSide::fetch(IRBuilderBase &B, unsigned KBegin,
                          unsigned KEnd) const {
  const unsigned Groups = divideCeil(KEnd - KBegin, Shape.Rank);
  const bool MayPair = isContiguous() && KEnd - KBegin == Groups * Shape.Rank;
  MmaFetched F;
  F.Vectors.resize(Groups);
  F.Pairs.resize(Groups);
  for (unsigned L = 0; L < Count;) {
    bool Even = F.Vectors[0].size() % 2 == 0;
    if (MayPair && Even && L + 2 * Shape.Lines <= Count) {
      fetchPair(B, F, L, KBegin);
      L += 2 * Shape.Lines;
      continue;
    }
    SmallVector<Value *> Found = Lines.groups(
        B, Shape, First + L, std::min(Shape.Lines, Count - L), KBegin, KEnd);
    for (unsigned G = 0; G != Groups; ++G) {
      if (Even)
        F.Pairs[G].push_back(nullptr);
      F.Vectors[G].push_back(
          B.CreateBitCast(Found[G], mmaVectorTy(B.getContext())));
    }
    L += Shape.Lines;
  }
  return F;
}

} // namespace gemmify
