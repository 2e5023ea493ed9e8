//===- PackPairs.cpp - Operands with parts of complex elements ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackPairs.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

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
  void emitWhole(const AffineRef &Lower, bool Swapped, Value *First,
                 Value *Dest);
  Value *negate(Value *V, bool Even, bool Odd);
  void emitParts(Value *First, Value *Lines, Value *Dest);
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

/// The terms of \p S, and its constant part, which is not among them.
static std::pair<ArrayRef<const SCEV *>, APInt> termsOf(const SCEV *const &S) {
  const auto *Add = dyn_cast<SCEVAddExpr>(S);
  const auto *C = Add ? dyn_cast<SCEVConstant>(Add->getOperand(0)) : nullptr;
  if (!C)
    return {Add ? Add->operands() : ArrayRef(S), APInt(64, 0)};
  return {Add->operands().drop_front(), C->getAPInt().sextOrTrunc(64)};
}

std::optional<int64_t> distanceOfParts(const Slice &Even, const Slice &Odd) {
  if (!Even.plain() || !Odd.plain())
    return std::nullopt;
  const AffineRef &X = *Even.plain(), &Y = *Odd.plain();
  const auto [OfX, AtX] = termsOf(X.Start);
  const auto [OfY, AtY] = termsOf(Y.Start);
  if (OfX != OfY || X.Stride != Y.Stride || X.ElemTy != Y.ElemTy ||
      !X.isStrided() || !Y.isStrided() || X.isCarried() || Y.isCarried())
    return std::nullopt;
  return (AtY - AtX).getSExtValue();
}

/// Lines that do not exist are zeros.
void PairPacker::emitSliver(Value *First, Value *Lines, Value *Dest) {
  const AffineRef *Even = Block.Operand.Source.plain();
  const AffineRef *Odd = Pair.Odd.plain();
  const auto Apart = distanceOfParts(Block.Operand.Source, Pair.Odd);
  if (!Apart || std::abs(*Apart) != int64_t(Block.Operand.Bytes) ||
      Block.Width % 2 || Even->ElemTy != Block.Operand.Ty ||
      !isContiguous(*Even, Block.Dim, Ctx.DL))
    return emitParts(First, Lines, Dest);
  // All parts of the elements follow each other in memory.
  Value *IsWhole = B.CreateICmpEQ(Lines, B.getInt64(Block.Width));
  Value *Within = B.CreateAnd(First, B.getInt64(1));
  emitIf(
      B, "pack.whole", B.CreateAnd(IsWhole, B.CreateIsNull(Within)),
      [&] { emitWhole(*Apart > 0 ? *Even : *Odd, *Apart < 0, First, Dest); },
      [&] { emitParts(First, Lines, Dest); });
}

/// \p Lower reads the part that comes first in memory; \p Swapped: packed, it
/// is the second.
void PairPacker::emitWhole(const AffineRef &Lower, bool Swapped, Value *First,
                           Value *Dest) {
  auto *Ty = FixedVectorType::get(Block.Operand.Ty, Block.Width);
  SmallVector<int, 16> Mask;
  for (unsigned Line = 0; Line != Block.Width; ++Line)
    Mask.push_back(Line ^ unsigned(Swapped));
  emitLoop(B, "pack.k", B.getInt64(0), Block.Depth, 1, /*RunsOnce=*/true,
           [&](Value *Step) {
             Indices At = {};
             At[Block.Dim] = First;
             At[DimK] = B.CreateAdd(Block.K, Step);
             Value *V = B.CreateAlignedLoad(Ty, Ctx.Slices.address(Lower, At),
                                            Lower.Alignment);
             V = negate(B.CreateShuffleVector(V, Mask), Pair.NegatesEven,
                        Pair.NegatesOdd);
             Value *Lines = B.CreateMul(Step, B.getInt64(Block.Width));
             B.CreateAlignedStore(V, Ctx.packedPtr(Block.Operand, Dest, Lines),
                                  Align(Block.Operand.Bytes));
           });
}

/// \p V with \p Even or odd lanes negated, or both.
Value *PairPacker::negate(Value *V, bool Even, bool Odd) {
  if (!Even && !Odd)
    return V;
  Value *Negative =
      V->getType()->isFPOrFPVectorTy() ? B.CreateFNeg(V) : B.CreateNeg(V);
  SmallVector<int, 16> Mask;
  for (unsigned Line = 0; Line != Block.Width; ++Line)
    Mask.push_back((Line % 2 ? Odd : Even) ? Block.Width + Line : Line);
  return B.CreateShuffleVector(V, Negative, Mask);
}

void PairPacker::emitParts(Value *First, Value *Lines, Value *Dest) {
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
