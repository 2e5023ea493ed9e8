//===- ZeroPointSums.cpp - Sums of packed lines ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroPointSums.h"

using namespace llvm;

namespace gemmify {

namespace {

class ZeroPointSums {
public:
  ZeroPointSums(KernelContext &Ctx, const PackedBlock &P,
                const PackedSliver &Sliver)
      : Ctx(Ctx), B(Ctx.B), P(P), Sliver(Sliver), Group(P.Operand.Group) {}

  void emit();

private:
  Value *sumWords();
  Value *sumLongGroups();

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackedBlock &P;
  const PackedSliver &Sliver;
  const unsigned Group; ///< Steps of k that are stored together.
};

/// The sums of the sliver's lines. A group is split as one word, because the
/// order of its elements does not matter.
Value *ZeroPointSums::sumWords() {
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
  return emitWhile(
      B, "pack.sums", {Sliver.Ptr, Constant::getNullValue(SumsTy)},
      [&](ArrayRef<Value *> S) { return B.CreateICmpULT(S[0], Sliver.Sums); },
      AddWords)[1];
}

/// The same where a group is not a word: line by line.
Value *ZeroPointSums::sumLongGroups() {
  auto *GroupTy = FixedVectorType::get(P.Operand.Ty, Group);
  Type *WideTy = GroupTy->getWithNewType(P.Operand.SumTy);
  Value *GroupBytes = B.getInt64(Group * P.Operand.Bytes);
  auto AddGroup = [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
    Value *V = B.CreateAlignedLoad(GroupTy, S[0], Ctx.alignmentOf(1));
    V = P.Operand.isSigned() ? B.CreateSExt(V, WideTy)
                             : B.CreateZExt(V, WideTy);
    Value *Next = B.CreateMul(GroupBytes, B.getInt64(P.Width));
    return {B.CreatePtrAdd(S[0], Next), B.CreateAdd(S[1], V)};
  };
  emitLoop(B, "pack.line", B.getInt64(0), B.getInt64(P.Width), 1, true,
           [&](Value *Line) {
             Value *From =
                 B.CreatePtrAdd(Sliver.Ptr, B.CreateMul(Line, GroupBytes));
             Value *Sum = emitWhile(
                 B, "pack.sums", {From, Constant::getNullValue(WideTy)},
                 [&](ArrayRef<Value *> S) {
                   return B.CreateICmpULT(S[0], Sliver.Sums);
                 },
                 AddGroup)[1];
             Value *Total = B.CreateAddReduce(Sum);
             B.CreateStore(Total, Ctx.elementPtr(Sliver.Sums, Line));
           });
  return B.CreateAlignedLoad(FixedVectorType::get(P.Operand.SumTy, P.Width),
                             Sliver.Sums, Ctx.alignmentOf(1));
}

void ZeroPointSums::emit() {
  Value *Sums = P.Operand.hasLongGroups() ? sumLongGroups() : sumWords();
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

} // namespace

void emitZeroPointSums(KernelContext &Ctx, const PackedBlock &Block,
                       const PackedSliver &Sliver) {
  ZeroPointSums(Ctx, Block, Sliver).emit();
}

} // namespace gemmify
