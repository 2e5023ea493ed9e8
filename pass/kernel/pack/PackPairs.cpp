//===- PackPairs.cpp - Operands with parts of complex elements ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackPairs.h"

using namespace llvm;

namespace gemmify {

namespace {

class PairPacker {
public:
  PairPacker(KernelContext &Ctx, const PackedBlock &Block,
             const PairedOperand &Pair)
      : Ctx(Ctx), B(Ctx.B), Block(Block), Pair(Pair) {}

  void emit(Value *Dest);

private:
  void emitSliver(Value *First, Value *Lines, Value *Dest);
  void emitLines(bool Odd, Value *First, Value *Lines, Value *K, Value *To);
  Value *element(bool Odd, Value *Line, Value *K);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackedBlock &Block;
  const PairedOperand &Pair;
};

} // namespace

void PairPacker::emit(Value *Dest) {
  emitLoop(B, "pack", B.getInt64(0), Block.Count, Block.Width,
           /*RunsOnce=*/true, [&](Value *Offset) {
             const PackedSliver Sliver(B, Block.Operand, Dest, Offset,
                                       Block.Width, Block.Depth);
             Value *Lines = Ctx.smaller(B.CreateSub(Block.Count, Offset),
                                        B.getInt64(Block.Width));
             emitSliver(B.CreateAdd(Block.First, Offset), Lines, Sliver.Ptr);
           });
}

/// Lines that do not exist are zeros.
void PairPacker::emitSliver(Value *First, Value *Lines, Value *Dest) {
  Value *Width = B.getInt64(Block.Width);
  emitIf(B, "pack.clear", B.CreateICmpSLT(Lines, Width), [&] {
    Value *Bytes =
        B.CreateMul(Block.Depth, B.getInt64(Block.Width * Block.Operand.Bytes));
    B.CreateMemSet(Dest, B.getInt8(0), Bytes, Align(Block.Operand.Bytes));
  });
  emitLoop(B, "pack.k", B.getInt64(0), Block.Depth, 1, /*RunsOnce=*/true,
           [&](Value *Step) {
             Value *K = B.CreateAdd(Block.K, Step);
             Value *To =
                 Ctx.packedPtr(Block.Operand, Dest, B.CreateMul(Step, Width));
             for (bool Odd : {false, true})
               emitLines(Odd, First, Lines, K, To);
           });
}

void PairPacker::emitLines(bool Odd, Value *First, Value *Lines, Value *K,
                           Value *To) {
  Value *Begin =
      B.CreateAnd(B.CreateAdd(First, B.getInt64(Odd)), B.getInt64(1));
  emitLoop(B, Odd ? "pack.odd" : "pack.even", Begin, Lines, 2,
           /*RunsOnce=*/false, [&](Value *W) {
             Value *V = element(Odd, B.CreateAdd(First, W), K);
             B.CreateAlignedStore(V, Ctx.packedPtr(Block.Operand, To, W),
                                  Align(Block.Operand.Bytes));
           });
}

/// An odd line is of the element to which the even line before it belongs.
Value *PairPacker::element(bool Odd, Value *Line, Value *K) {
  Indices At = {};
  At[Block.Dim] = Odd ? B.CreateSub(Line, B.getInt64(1)) : Line;
  At[DimK] = K;
  Value *V = Ctx.Slices.element(Odd ? Pair.Odd : Block.Operand.Source, At);
  if (!(Odd ? Pair.NegatesOdd : Pair.NegatesEven))
    return V;
  return V->getType()->isFloatingPointTy() ? B.CreateFNeg(V) : B.CreateNeg(V);
}

void emitPackPairs(KernelContext &Ctx, const PackedBlock &Block,
                   const PairedOperand &Pair, Value *Dest) {
  PairPacker(Ctx, Block, Pair).emit(Dest);
}

} // namespace gemmify
