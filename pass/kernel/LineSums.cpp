//===- LineSums.cpp - Sums of packed lines --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineSums.h"

using namespace llvm;

namespace gemmify {

/// A group is taken apart as one word: the order of its elements is
/// all the same.
void emitLineSums(KernelContext &Ctx, const PackedBlock &P,
                  const PackedSliver &Sliver) {
  IRBuilderBase &B = Ctx.B;
  const unsigned Group = P.Operand.Group;
  const unsigned Bits = 8 * P.Operand.Bytes, WordBits = Group * Bits;
  auto *WordsTy = FixedVectorType::get(B.getIntNTy(WordBits), P.Width);
  auto *SumsTy = FixedVectorType::get(P.Operand.SumTy, P.Width);
  const bool Signed = P.Operand.isSigned();
  auto AddWords = [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
    Value *Words = B.CreateAlignedLoad(
        WordsTy, S[0], Ctx.packedAlign(P.Operand, P.Width * Group));
    Value *Sums = S[1];
    for (unsigned Part = 1; Part <= Group; ++Part) {
      Value *V = B.CreateShl(Words, WordBits - Part * Bits);
      V = Signed ? B.CreateAShr(V, WordBits - Bits)
                 : B.CreateLShr(V, WordBits - Bits);
      Sums = B.CreateAdd(Sums, Signed ? B.CreateSExtOrTrunc(V, SumsTy)
                                      : B.CreateZExtOrTrunc(V, SumsTy));
    }
    Value *Next = B.CreatePtrAdd(S[0], B.getInt64(P.Width * WordBits / 8));
    return {Next, Sums};
  };
  Value *Sums = emitWhile(
      B, "pack.sums", {Sliver.Ptr, Constant::getNullValue(SumsTy)},
      [&](ArrayRef<Value *> S) { return B.CreateICmpULT(S[0], Sliver.Sums); },
      AddWords)[1];
  auto Splat = [&](Value *V) { return B.CreateVectorSplat(P.Width, V); };
  Type *Ty = P.Operand.SumTy;
  const bool IsLeft = &P.Operand == &Ctx.Left;
  if (Value *Off = IsLeft ? P.Operand.offset(B, Ctx.Sig, Ty) : nullptr) {
    Value *Depth = B.CreateZExtOrTrunc(P.Depth, Ty);
    Sums = B.CreateAdd(Sums, Splat(B.CreateMul(Depth, Off)));
  }
  const PackedOperand &Other = IsLeft ? Ctx.Right : Ctx.Left;
  Value *Factor = Splat(Other.offset(B, Ctx.Sig, Ty));
  B.CreateAlignedStore(B.CreateMul(Sums, Factor), Sliver.Sums,
                       Ctx.alignmentOf(1));
}

} // namespace gemmify
