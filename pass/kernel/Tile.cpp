//===- Tile.cpp - The micro-kernel and its tile of C ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"
#include "../../intrinsic/MatrixCall.h"
#include "../plan/EdgeShapes.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

bool restsInC(const GemmNest &N) {
  return N.C.ElemTy == N.ElemTy &&
         llvm::none_of(N.Final.Loads, [&](const AffineRef &R) {
           return N.LoadsOfC.contains(R.Access);
         });
}

TileEmitter::TileEmitter(KernelContext &Ctx)
    : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR),
      HasEdgeTiles(EdgeTile::suits(Ctx)) {
  prepareStride();
  Buffer = Ctx.createBuffer(uint64_t(MR) * NR, "tile");
  B.CreateMemSet(Buffer, B.getInt8(0), uint64_t(MR) * NR * Ctx.ElemBytes,
                 Align(64));
  prepareStarts();
}

/// Tiles of whole vectors are loaded from C when its rows are one element apart
/// and its columns a whole number of elements, at least a tile's height.
void TileEmitter::prepareStride() {
  Value *Bytes = B.getInt64(Ctx.ElemBytes);
  Value *RowStride = Ctx.Sig.get(Nest.C.Stride[Ctx.View.Row]);
  Value *ColStride = Ctx.Sig.get(Nest.C.Stride[Ctx.View.Col]);
  CStride = B.CreateSDiv(ColStride, Bytes, "c.stride");
  Value *Whole = B.CreateICmpEQ(B.CreateMul(CStride, Bytes), ColStride);
  Value *Height = B.getInt64(MR);
  if (HasEdgeTiles) {
    Height =
        Ctx.smaller(Ctx.size(Ctx.View.Row), B.getInt64(tallRows(Ctx.Plan, 1)));
    // A single column is any distance from the next.
    CStride = Ctx.select(B.CreateICmpEQ(Ctx.size(Ctx.View.Col), B.getInt64(1)),
                         Height, CStride);
  }
  Value *HighEnough = B.CreateICmpSGE(CStride, Height);
  Value *Contiguous = B.CreateICmpEQ(RowStride, Bytes);
  CanBeDirect = B.CreateAnd(B.CreateAnd(Contiguous, Whole), HighEnough);
  if (Nest.C.ElemTy != Ctx.ElemTy || !isAligned(Nest.C, Ctx.DL) ||
      Nest.C.hasRows())
    CanBeDirect = B.getFalse();
}

/// A start value that is the same everywhere becomes a tile that is only read.
void TileEmitter::prepareStarts() {
  if (Nest.startsFromC() || !Nest.Start.Loads.empty() ||
      !Nest.Start.Counters.empty())
    return;
  Starts = Ctx.createBuffer(uint64_t(MR) * NR, "starts");
  Value *V = B.CreateVectorSplat(MR, Ctx.Slices.element(Nest.Start, {}));
  for (unsigned Col = 0; Col != NR; ++Col)
    B.CreateAlignedStore(V, Ctx.elementPtr(Starts, B.getInt64(Col * MR)),
                         Ctx.alignmentOf(MR));
}

void TileEmitter::emit(const TileJob &Job) {
  Value *Direct = isDirect(Job);
  Place From = source(Job, Direct);
  Place To = destination(Job, Direct);
  compute(Job, From, To);
  Value *InBuffer = B.CreateICmpEQ(To.Ptr, Buffer);
  emitIf(B, "tile.out", InBuffer, [&] {
    if (Nest.endsWithSum())
      return copy(Job, Copy::SumsToC);
    if (!restsInC(Nest))
      return copy(Job, Copy::FinalsToC);
    emitIf(
        B, "tile.last", Job.IsLast, [&] { copy(Job, Copy::FinalsToC); },
        [&] { copy(Job, Copy::SumsToC); });
  });
}

Value *TileEmitter::mayBeSlender() const {
  const bool Stays = Nest.endsWithSum() && (Nest.startsFromC() || Starts);
  return HasEdgeTiles && Stays ? CanBeDirect : B.getFalse();
}

Value *TileEmitter::mayRun() const {
  auto *Known = dyn_cast<ConstantInt>(CStride);
  return Known && Known->getSExtValue() < int64_t(MR) ? B.getFalse()
                                                      : mayBeSlender();
}

/// \p Rows rounded up.
Value *TileEmitter::wholeVectors(Value *Rows) {
  Value *Lanes = B.getInt64(Ctx.Plan.Lanes);
  Value *Up = B.CreateAdd(Rows, B.getInt64(Ctx.Plan.Lanes - 1));
  return B.CreateSub(Up, B.CreateURem(Up, Lanes));
}

void TileEmitter::shiftBack(TileJob &Job, Value *May) {
  Job.Keep = Ctx.select(May, B.CreateSub(wholeVectors(Job.Rows), Job.Rows),
                        B.getInt64(0));
  Job.Row = B.CreateSub(Job.Row, Job.Keep);
  Job.Rows = B.CreateAdd(Job.Rows, Job.Keep);
}

/// Elements between the columns of a tile in the buffer.
Value *TileEmitter::bufferStride(const TileJob &Job) {
  return HasEdgeTiles ? wholeVectors(Job.Rows) : B.getInt64(MR);
}

void TileEmitter::compute(const TileJob &Job, Place From, Place To) {
  if (!HasEdgeTiles)
    return computeWhole(Job, From, To);
  auto Call = [&] {
    if (!Edge)
      Edge.emplace(Ctx);
    Edge->emitCall(Job.Left, Job.Right, Job.Depth, From, To, Job.Rows, Job.Cols,
                   Job.Keep ? Job.Keep : B.getInt64(0));
  };
  // Columns that are known to be closer than a whole tile is high have none.
  auto IsClose = [&](Place P) {
    auto *Known = dyn_cast<ConstantInt>(P.Stride);
    return Known && Known->getSExtValue() < int64_t(MR);
  };
  if (HasRuns || IsClose(From) || IsClose(To))
    return Call();
  Value *IsWhole =
      B.CreateAnd(B.CreateICmpEQ(wholeVectors(Job.Rows), B.getInt64(MR)),
                  B.CreateICmpEQ(Job.Cols, B.getInt64(NR)));
  if (Job.Keep)
    IsWhole = B.CreateAnd(IsWhole, B.CreateICmpEQ(Job.Keep, B.getInt64(0)));
  emitIf(B, "tile.whole", IsWhole, [&] { computeWhole(Job, From, To); }, Call);
}

void TileEmitter::emitRun(const TileJob &Job, Value *GoesDown, Value *Count) {
  HasRuns = true;
  auto Step = [&](Value *Elements) {
    return B.CreateMul(Elements, B.getInt64(Ctx.ElemBytes));
  };
  Value *Zero = B.getInt64(0), *Down = Step(B.getInt64(MR));
  auto Beside = [&](Value *Stride) {
    return Step(B.CreateMul(Stride, B.getInt64(NR)));
  };
  Value *LeftStep = Ctx.select(GoesDown, Down, Zero);
  Value *RightStep = Ctx.select(GoesDown, Zero, Beside(Job.Right.Across));
  Value *CStep = Ctx.select(GoesDown, Down, Beside(CStride));
  const Place First = placeInC(Job);
  Place From = First;
  Value *FromStep = CStep;
  if (Starts) {
    From = choose(Job.IsFirst, {Starts, B.getInt64(MR)}, First);
    FromStep = Ctx.select(Job.IsFirst, Zero, CStep);
  }
  emitWhile(
      B, "run", {Count, Job.Left.Ptr, Job.Right.Ptr, From.Ptr, First.Ptr},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSGT(S[0], Zero); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        TileJob Next = Job;
        Next.Left.Ptr = S[1];
        Next.Right.Ptr = S[2];
        computeWhole(Next, {S[3], From.Stride}, {S[4], CStride});
        return {B.CreateSub(S[0], B.getInt64(1)),
                B.CreatePtrAdd(S[1], LeftStep), B.CreatePtrAdd(S[2], RightStep),
                B.CreatePtrAdd(S[3], FromStep), B.CreatePtrAdd(S[4], CStep)};
      });
}

void TileEmitter::computeWhole(const TileJob &Job, Place From, Place To) {
  MicroKernel Micro(B, Nest, Ctx.Plan, MR, NR, /*Unroll=*/4,
                    Nest.Scale ? Ctx.Sig.get(Nest.Scale) : nullptr);
  const bool FilledUp = Ctx.Plan.Form.Narrow && Ctx.Left.Ty->isIntegerTy();
  Value *Depth = FilledUp ? Ctx.Left.packedDepth(B, Job.Depth) : Job.Depth;
  Value *Init = createColumnLoad(B, Ctx.ElemTy, From.Ptr, From.Stride, MR, NR);
  Value *Sums =
      Micro.emit(Job.Left, Job.Right, Depth, FilledUp, addLineSums(Job, Init));
  createColumnStore(B, Sums, To.Ptr, To.Stride, MR, NR);
}

Value *TileEmitter::isDirect(const TileJob &Job) {
  if (CanBeDirect == B.getFalse())
    return CanBeDirect;
  Value *Full = HasEdgeTiles
                    ? B.CreateICmpEQ(Job.Rows, wholeVectors(Job.Rows))
                    : B.CreateAnd(B.CreateICmpEQ(Job.Rows, B.getInt64(MR)),
                                  B.CreateICmpEQ(Job.Cols, B.getInt64(NR)));
  return B.CreateAnd(CanBeDirect, Full, "direct");
}

TileEmitter::Place TileEmitter::choose(Value *Cond, Place X, Place Y) {
  return {Ctx.select(Cond, X.Ptr, Y.Ptr), Ctx.select(Cond, X.Stride, Y.Stride)};
}

TileEmitter::Place TileEmitter::placeInC(const TileJob &Job) {
  return {cPtr(Job, B.getInt64(0), B.getInt64(0)), CStride};
}

/// Where the tile's sums start, copied to the buffer when they cannot be
/// loaded from where they are.
TileEmitter::Place TileEmitter::source(const TileJob &Job, Value *Direct) {
  const Place InBuffer = {Buffer, bufferStride(Job)};
  Value *UseBuffer = B.CreateNot(Direct);
  Place Later = choose(Direct, placeInC(Job), InBuffer);
  Value *CopyLater = UseBuffer;
  if (!restsInC(Nest)) {
    // Without a place to rest there is one block of k only.
    Later = {Job.Rest ? Job.Rest : Buffer, B.getInt64(MR)};
    CopyLater = B.getFalse();
  }
  Place First = choose(Direct, placeInC(Job), InBuffer);
  Value *CopyFirst = UseBuffer;
  Copy How = Copy::SumsFromC;
  if (Starts) {
    First = {Starts, bufferStride(Job)};
    CopyFirst = B.getFalse();
  } else if (!Nest.startsFromC()) {
    First = InBuffer;
    CopyFirst = B.getTrue();
    How = Copy::StartsFromSlice;
  }
  Value *AnyCopy = Ctx.select(Job.IsFirst, CopyFirst, CopyLater);
  emitIf(B, "tile.in", AnyCopy, [&] {
    auto CopyHow = [&] { copy(Job, How); };
    if (How == Copy::SumsFromC || !restsInC(Nest))
      return CopyHow();
    emitIf(B, "tile.start", Job.IsFirst, CopyHow,
           [&] { copy(Job, Copy::SumsFromC); });
  });
  return choose(Job.IsFirst, First, Later);
}

/// Where the tile's sums go: C, where they rest, or the buffer for a copy.
TileEmitter::Place TileEmitter::destination(const TileJob &Job, Value *Direct) {
  const Place InBuffer = {Buffer, bufferStride(Job)};
  const Place InCOrBuffer = choose(Direct, placeInC(Job), InBuffer);
  if (Nest.endsWithSum())
    return InCOrBuffer;
  if (restsInC(Nest))
    return choose(Job.IsLast, InBuffer, InCOrBuffer);
  return Job.Rest ? choose(Job.IsLast, InBuffer, {Job.Rest, B.getInt64(MR)})
                  : InBuffer;
}

/// The sums of lines that are kept of an operand count in all of its columns or
/// rows of the tile: outer products with ones.
Value *TileEmitter::addLineSums(const TileJob &Job, Value *Init) {
  auto Load = [&](Value *Ptr, unsigned Lines) {
    return B.CreateAlignedLoad(FixedVectorType::get(Ctx.ElemTy, Lines), Ptr,
                               Ctx.alignmentOf(1));
  };
  auto Ones = [&](unsigned Lines) {
    return ConstantInt::get(FixedVectorType::get(Ctx.ElemTy, Lines), 1);
  };
  auto Add = [&](Value *Left, Value *Right) {
    Init =
        emitUpdate(B, Nest, Init, createMultiply(B, Left, Right, {MR, 1, NR}));
  };
  if (Job.Left.Sums)
    Add(Load(Job.Left.Sums, MR), Ones(NR));
  if (Job.Right.Sums)
    Add(Ones(MR), Load(Job.Right.Sums, NR));
  return Init;
}

Indices TileEmitter::at(const TileJob &Job, Value *Row, Value *Col) {
  Indices I = {};
  I[Ctx.View.Row] = addIndices(B, Job.Row, Row);
  I[Ctx.View.Col] = addIndices(B, Job.Col, Col);
  return I;
}

Value *TileEmitter::cPtr(const TileJob &Job, Value *Row, Value *Col) {
  return Ctx.Slices.address(Nest.C, at(Job, Row, Col));
}

/// Whether \p What can move a column of mr elements as one vector.
bool TileEmitter::canCopyColumns(Copy What) const {
  const LoopDim Row = Ctx.View.Row;
  if (What == Copy::StartsFromSlice)
    return isContiguous(Nest.Start, Row, Ctx.DL);
  if (!isPacked(Nest.C.ElemTy, Ctx.DL) ||
      !movesBy(Nest.C, Row, Ctx.DL.getTypeStoreSize(Nest.C.ElemTy)))
    return false;
  return What != Copy::FinalsToC || isContiguous(Nest.Final, Row, Ctx.DL);
}

/// Copies the valid elements of a tile between the buffer and C, by vectors
/// where that can be.
void TileEmitter::copy(const TileJob &Job, Copy What) {
  const unsigned Lanes = Ctx.Plan.Lanes;
  emitLoop(B, "tile.col", B.getInt64(0), Job.Cols, 1, true, [&](Value *Col) {
    if (!canCopyColumns(What))
      return emitLoop(B, "tile.row", B.getInt64(0), Job.Rows, 1, true,
                      [&](Value *Row) { copyPart(Job, What, Row, Col, 0); });
    for (unsigned Row = 0; Row != MR; Row += Lanes)
      emitIf(
          B, "tile.vector", B.CreateICmpSGE(Job.Rows, B.getInt64(Row + Lanes)),
          [&] { copyPart(Job, What, B.getInt64(Row), Col, Lanes); },
          [&] { copyRest(Job, What, Row, Col); });
  });
}

bool TileEmitter::canMask(Copy What) const {
  return (What == Copy::SumsFromC && Ctx.hasMaskedLoads(Ctx.ElemBytes)) ||
         (What == Copy::SumsToC && Ctx.hasMaskedStores(Ctx.ElemBytes));
}

/// Copies what is valid of the vector from \p Row on: less than all of it, and
/// nothing where the tile has fewer vectors.
void TileEmitter::copyRest(const TileJob &Job, Copy What, unsigned Row,
                           Value *Col) {
  Value *Count = B.CreateSub(Job.Rows, B.getInt64(Row));
  emitIf(B, "tile.some", B.CreateICmpSGT(Count, B.getInt64(0)), [&] {
    if (canMask(What))
      return copyMasked(Job, What, Row, Col);
    const unsigned Lanes = Ctx.Plan.Lanes;
    if (What == Copy::FinalsToC || What == Copy::StartsFromSlice ||
        !isPowerOf2_32(Lanes))
      return emitLoop(B, "tile.row", B.getInt64(Row), Job.Rows, 1, true,
                      [&](Value *At) { copyPart(Job, What, At, Col, 0); });
    copyParts(Job, What, Row, Col, Count);
  });
}

/// The same by vectors of halves, quarters and so on.
void TileEmitter::copyParts(const TileJob &Job, Copy What, unsigned Row,
                            Value *Col, Value *Count) {
  Value *At = B.getInt64(Row);
  for (unsigned Part = Ctx.Plan.Lanes / 2; Part; Part /= 2) {
    Value *Some = B.CreateAnd(Count, B.getInt64(Part));
    emitIf(B, "tile.part", B.CreateICmpNE(Some, B.getInt64(0)),
           [&] { copyPart(Job, What, At, Col, Part == 1 ? 0 : Part); });
    At = B.CreateAdd(At, Some);
  }
}

/// Copies what is valid of the vector from \p Row on.
void TileEmitter::copyMasked(const TileJob &Job, Copy What, unsigned Row,
                             Value *Col) {
  const unsigned Lanes = Ctx.Plan.Lanes;
  auto *Ty = FixedVectorType::get(Ctx.ElemTy, Lanes);
  Value *InBuffer =
      Ctx.elementPtr(Buffer, addIndices(B, B.CreateMul(Col, bufferStride(Job)),
                                        B.getInt64(Row)));
  Value *InC = cPtr(Job, B.getInt64(Row), Col);
  Value *Valid = Ctx.firstLanes(B.CreateSub(Job.Rows, B.getInt64(Row)), Lanes);
  if (What == Copy::SumsToC) {
    Value *V = B.CreateAlignedLoad(Ty, InBuffer, Ctx.alignmentOf(1));
    B.CreateMaskedStore(V, InC, Nest.C.Alignment, Valid);
    return;
  }
  Value *V = B.CreateMaskedLoad(Ty, InC, Nest.C.Alignment, Valid,
                                Constant::getNullValue(Ty));
  B.CreateAlignedStore(V, InBuffer, Ctx.alignmentOf(1));
}

/// Copies \p Lanes elements of column \p Col from \p Row on; 0: one element.
void TileEmitter::copyPart(const TileJob &Job, Copy What, Value *Row,
                           Value *Col, unsigned Lanes) {
  auto Typed = [&](Type *T) -> Type * {
    return Lanes ? FixedVectorType::get(T, Lanes) : T;
  };
  Value *InBuffer = Ctx.elementPtr(
      Buffer, addIndices(B, B.CreateMul(Col, bufferStride(Job)), Row));
  const Align BufferAlign = Ctx.alignmentOf(1);
  const Align CAlign = Nest.C.Alignment;
  auto Evaluate = [&](const Slice &S, Value *Sum) {
    return Ctx.Slices.vector(S, at(Job, Row, Col), Ctx.View.Row, Lanes, Sum);
  };
  Value *V;
  switch (What) {
  case Copy::SumsFromC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), cPtr(Job, Row, Col), CAlign);
    break;
  case Copy::StartsFromSlice:
    V = Evaluate(Nest.Start, nullptr);
    break;
  case Copy::SumsToC:
  case Copy::FinalsToC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), InBuffer, BufferAlign);
    if (What == Copy::FinalsToC)
      V = Evaluate(Nest.Final, V);
    B.CreateAlignedStore(V, cPtr(Job, Row, Col), CAlign);
    return;
  }
  B.CreateAlignedStore(V, InBuffer, BufferAlign);
}

} // namespace gemmify
