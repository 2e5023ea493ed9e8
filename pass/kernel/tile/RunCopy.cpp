//===- RunCopy.cpp - Sums between C and a buffer, run by run --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCopy.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Where the elements of one column are.
struct InColumn {
  Value *C, *Buffer;
};

class RunCopier {
public:
  RunCopier(KernelContext &Ctx, const TileBlock &Part, TileCopy What,
            TilePlace Buffer)
      : Ctx(Ctx), B(Ctx.B), C(Ctx.View.Nest.C), Part(Part), What(What),
        Buffer(Buffer), Lanes(Ctx.Plan.Lanes) {}

  void copy();
  void fetch();

private:
  void copyRest(Value *Row, Value *Count);
  void copyVectors(Value *Row, unsigned Some);
  void copyMasked(Value *Row, Value *Valid);
  void forColumns(Value *Row, function_ref<void(InColumn)> Body);
  InColumn nextColumn(InColumn At);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const AffineRef &C;
  const TileBlock &Part;
  const TileCopy What;
  const TilePlace Buffer;
  const unsigned Lanes;
};

} // namespace

InColumn RunCopier::nextColumn(InColumn At) {
  Value *InC = B.CreatePtrAdd(At.C, Ctx.Sig.get(C.Stride[Ctx.View.Col]));
  return {InC, Ctx.elementPtr(At.Buffer, Buffer.Stride)};
}

/// Emits \p Body for \p Row of each column, several at a time.
void RunCopier::forColumns(Value *Row, function_ref<void(InColumn)> Body) {
  Indices First = {};
  First[Ctx.View.Row] = addIndices(B, Part.Row, Row);
  First[Ctx.View.Col] = Part.Col;
  SmallVector<Value *, 8> State = {Part.Cols, Ctx.Slices.address(C, First),
                                   Ctx.elementPtr(Buffer.Ptr, Row)};
  for (const uint64_t Several : {Ctx.Plan.Tune.Copy.ColumnsOfRun, uint64_t(1)})
    State = emitWhile(
        B, "tile.col", State,
        [&](ArrayRef<Value *> S) {
          return B.CreateICmpSGE(S[0], B.getInt64(Several));
        },
        [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
          InColumn At = {S[1], S[2]};
          for (uint64_t Col = 0; Col != Several; ++Col, At = nextColumn(At))
            Body(At);
          return {B.CreateSub(S[0], B.getInt64(Several)), At.C, At.Buffer};
        });
}

void RunCopier::copy() {
  Value *Count = B.CreateURem(Part.Rows, B.getInt64(Lanes));
  Value *Whole = B.CreateSub(Part.Rows, Count);
  emitLoop(B, "tile.vector", B.getInt64(0), Whole, Lanes, /*RunsOnce=*/false,
           [&](Value *Row) { copyVectors(Row, Lanes); });
  emitIf(B, "tile.some", B.CreateICmpNE(Count, B.getInt64(0)),
         [&] { copyRest(Whole, Count); });
}

/// The last \p Count rows, less than a vector.
void RunCopier::copyRest(Value *Row, Value *Count) {
  if (Ctx.hasMaskedLoads(Ctx.ElemBytes) && Ctx.hasMaskedStores(Ctx.ElemBytes))
    return copyMasked(Row, Ctx.firstLanes(Count, Lanes));
  emitHalves(
      B, "tile.part", Count, Lanes,
      [&](unsigned Some) { copyVectors(Row, Some); },
      [&](Value *Done) { Row = B.CreateAdd(Row, Done); });
}

void RunCopier::copyVectors(Value *Row, unsigned Some) {
  auto *Ty = FixedVectorType::get(Ctx.ElemTy, Some);
  const Align InBuffer = Ctx.alignmentOf(1);
  forColumns(Row, [&](InColumn At) {
    if (What == TileCopy::SumsFromC)
      B.CreateAlignedStore(B.CreateAlignedLoad(Ty, At.C, C.Alignment),
                           At.Buffer, InBuffer);
    else
      B.CreateAlignedStore(B.CreateAlignedLoad(Ty, At.Buffer, InBuffer), At.C,
                           C.Alignment);
  });
}

void RunCopier::copyMasked(Value *Row, Value *Valid) {
  auto *Ty = FixedVectorType::get(Ctx.ElemTy, Lanes);
  const Align InBuffer = Ctx.alignmentOf(1);
  const bool Loads = What == TileCopy::SumsFromC;
  const Align From = Loads ? C.Alignment : InBuffer,
              To = Loads ? InBuffer : C.Alignment;
  forColumns(Row, [&](InColumn At) {
    Value *V = B.CreateMaskedLoad(Ty, Loads ? At.C : At.Buffer, From, Valid,
                                  Constant::getNullValue(Ty));
    B.CreateMaskedStore(V, Loads ? At.Buffer : At.C, To, Valid);
  });
}

void RunCopier::fetch() {
  const uint64_t InLine = Ctx.Plan.Tune.Cache.LineBytes / Ctx.ElemBytes;
  emitLoop(B, "fetch.line", B.getInt64(0), Part.Rows, InLine, /*RunsOnce=*/true,
           [&](Value *Row) {
             forColumns(Row, [&](InColumn At) {
               emitPrefetch(B, At.C, /*ToWrite=*/true);
             });
           });
}

bool copiesRuns(KernelContext &Ctx, TileCopy What) {
  const GemmNest &N = Ctx.View.Nest;
  const bool IsSum = What == TileCopy::SumsFromC || What == TileCopy::SumsToC;
  return IsSum && !N.Region && N.C.ElemTy == Ctx.ElemTy &&
         isPowerOf2_32(Ctx.Plan.Lanes) && !N.C.hasRows() && !N.C.Lookup &&
         isContiguous(N.C, Ctx.View.Row, Ctx.DL, /*InOneRun=*/true);
}

void emitRunCopy(KernelContext &Ctx, const TileBlock &Part, TileCopy What,
                 TilePlace Buffer) {
  RunCopier(Ctx, Part, What, Buffer).copy();
}

void emitRunFetch(KernelContext &Ctx, const TileBlock &Part) {
  Value *None = PoisonValue::get(Ctx.B.getPtrTy());
  RunCopier(Ctx, Part, TileCopy::SumsToC, {None, Ctx.B.getInt64(0)}).fetch();
}

} // namespace gemmify
