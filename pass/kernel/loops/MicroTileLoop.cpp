//===- MicroTileLoop.cpp - Whole tiles that follow each other -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroTileLoop.h"
#include "intrinsic/MatrixCall.h"
#include "lowering/target/TargetVersion.h"
#include "pass/kernel/tile/PackedTile.h"

using namespace llvm;

namespace gemmify {

namespace {

enum Param {
  Count,
  LeftPtr,
  LeftStep,
  LeftNext,
  RightPtr,
  RightStep,
  RightAcross,
  RightNext,
  Depth,
  FromPtr,
  FromStride,
  FromNext,
  ToPtr,
  ToStride,
  ToNext,
  Ahead, ///< Bytes to the tile of C that is prefetched; 0: none.
  Scale, ///< Only when products are scaled.
};

/// The body of the function that computes a run.
class RunFunction {
public:
  RunFunction(Function &F, const KernelContext &Ctx, bool Packed)
      : F(F), B(BasicBlock::Create(F.getContext(), "entry", &F)), Ctx(Ctx),
        Packed(Packed) {}

  void build();

private:
  void emitTile(Value *Left, Value *Right, Value *From, Value *To);
  void emitStreamed(Value *Left, Value *Right, TilePlace From, TilePlace To);
  void fetchAhead(Value *To);

  Function &F;
  IRBuilder<> B;
  const KernelContext &Ctx;
  const bool Packed;
};

} // namespace

void RunFunction::build() {
  emitWhile(
      B, "run",
      {F.getArg(Count), F.getArg(LeftPtr), F.getArg(RightPtr),
       F.getArg(FromPtr), F.getArg(ToPtr)},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSGT(S[0], B.getInt64(0)); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        fetchAhead(S[4]);
        emitTile(S[1], S[2], S[3], S[4]);
        return {B.CreateSub(S[0], B.getInt64(1)),
                B.CreatePtrAdd(S[1], F.getArg(LeftNext)),
                B.CreatePtrAdd(S[2], F.getArg(RightNext)),
                B.CreatePtrAdd(S[3], F.getArg(FromNext)),
                B.CreatePtrAdd(S[4], F.getArg(ToNext))};
      });
  B.CreateRetVoid();
}

void RunFunction::emitTile(Value *Left, Value *Right, Value *From, Value *To) {
  const unsigned MR = Ctx.Plan.MR, NR = Ctx.Plan.NR;
  if (Ctx.Plan.Streams)
    return emitStreamed(Left, Right, {From, F.getArg(FromStride)},
                        {To, F.getArg(ToStride)});
  auto Given = [&](Param P, uint64_t InSliver) -> Value * {
    return Packed ? cast<Value>(B.getInt64(InSliver)) : F.getArg(P);
  };
  const TileOperand L{Left, Given(LeftStep, MR * Ctx.ElemBytes), B.getInt64(1)};
  const TileOperand R{Right, Given(RightStep, NR * Ctx.ElemBytes),
                      Given(RightAcross, 1)};
  MicroKernel Micro(B, Ctx.View.Nest, Ctx.Plan, MR, NR,
                    Ctx.Plan.Tune.Tile.Unroll,
                    Ctx.View.Nest.Scale ? F.getArg(Scale) : nullptr);
  Value *Init =
      createColumnLoad(B, Ctx.ElemTy, From, F.getArg(FromStride), MR, NR);
  Value *Sums = Micro.emit(L, R, F.getArg(Depth), false, Init);
  createColumnStore(B, Sums, To, F.getArg(ToStride), MR, NR);
}

void RunFunction::emitStreamed(Value *Left, Value *Right, TilePlace From,
                               TilePlace To) {
  auto Operand = [&](const PackedOperand &Of, Value *Ptr, unsigned Width) {
    const PackedSliver Sliver(B, Of, Ptr, B.getInt64(0), Width,
                              F.getArg(Depth));
    return TileOperand{Ptr, B.getInt64(Width * Of.Bytes), B.getInt64(1),
                       nullptr, Sliver.Sums};
  };
  const unsigned MR = Ctx.Plan.MR, NR = Ctx.Plan.NR;
  emitPackedTile(B, Ctx,
                 {Operand(Ctx.Left, Left, MR), Operand(Ctx.Right, Right, NR),
                  F.getArg(Depth),
                  Ctx.View.Nest.Scale ? F.getArg(Scale) : nullptr, From, To},
                 {MR, NR}, Ctx.Plan.Tune.Tile.Unroll);
}

/// Asks for the columns of a tile that comes after the one at \p To. What lies
/// after the last tile is asked for in vain.
void RunFunction::fetchAhead(Value *To) {
  Value *Distance = F.getArg(Ahead);
  emitIf(B, "fetch", B.CreateICmpNE(Distance, B.getInt64(0)), [&] {
    Value *Next = B.CreatePtrAdd(To, Distance);
    for (unsigned Col = 0; Col != Ctx.Plan.NR; ++Col) {
      Value *Offset =
          B.CreateMul(F.getArg(ToStride), B.getInt64(Col * Ctx.ElemBytes));
      emitPrefetch(B, B.CreatePtrAdd(Next, Offset), /*ToWrite=*/true);
    }
  });
}

MicroTileLoop::MicroTileLoop(KernelContext &Ctx, bool Packed) : Ctx(Ctx) {
  IRBuilderBase &B = Ctx.B;
  Type *Ptr = B.getPtrTy(), *Int = B.getInt64Ty();
  std::string Kind = Packed ? "run of packed" : "run";
  if (Ctx.Plan.Streams)
    Kind = "streamed run" + describeSlivers(Ctx);
  Fn = getTileFunction(Ctx, Kind,
                       {Int, Ptr, Int, Int, Ptr, Int, Int, Int, Int, Ptr, Int,
                        Int, Ptr, Int, Int, Int},
                       {LeftPtr, RightPtr}, [&](Function &F) {
                         if (Ctx.Plan.Streams)
                           enterMode(F);
                         RunFunction(F, Ctx, Packed).build();
                       });
}

void MicroTileLoop::emitCall(Value *Count, const TileOperand &Left,
                             const TileOperand &Right, Value *Depth,
                             TilePlace From, TilePlace To,
                             const MicroTileSteps &Steps) {
  emitTileCall(Ctx, *Fn,
               {Count, Left.Ptr, Left.KStride, Steps.Left, Right.Ptr,
                Right.KStride, Right.Across, Steps.Right, Depth, From.Ptr,
                From.Stride, Steps.From, To.Ptr, To.Stride, Steps.To,
                Steps.Ahead});
}

} // namespace gemmify
