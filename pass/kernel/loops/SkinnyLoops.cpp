//===- SkinnyLoops.cpp - Products with few columns across -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkinnyLoops.h"
#include "GotoLoops.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/pack/CopyColumn.h"
#include "pass/kernel/pack/Pack.h"
#include "pass/kernel/runtime/SliverRoom.h"
#include "pass/kernel/tile/SkinnyTile.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/kernel/tile/TileCopy.h"
#include "pass/kernel/tile/UnpackedEdge.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

/// Long enough that additions do not wait for each other. Longer tiles would
/// stream more lines at a time than processors prefetch.
static unsigned rowsOfTile(const BlockingPlan &Plan) {
  return tallRows(Plan, Plan.Tune.Skinny.TileCols);
}

static bool copiesLeft(const OperandOrder &View) {
  return !View.ReadsLeft && !SkinnyTile::isFor(View);
}

/// Steps of k of copies of the operands, which take no more room than slivers
/// for tiling do; 0: there is not room enough.
static uint64_t depthOfCopy(const OperandOrder &View,
                            const BlockingPlan &Plan) {
  const unsigned Elements =
      (copiesLeft(View) ? rowsOfTile(Plan) : 0) + (View.ReadsRight ? 0 : 1);
  return alignDown(Plan.TiledKC * Plan.MR / std::max(Elements, 1u),
                   Plan.Tune.Skinny.NiceKC);
}

static bool isContiguousAlong(const OperandOrder &View, LoopDim D) {
  return isContiguous(View.Left, D, View.Nest.C.Access->getDataLayout());
}

/// Whether vectors of the left operand, read or copied, are consecutive rows.
/// The source's loops add single elements, or gather them.
static bool isByColumns(const OperandOrder &View) {
  return isContiguousAlong(View, View.Row) && !isContiguousAlong(View, DimK);
}

bool canBeSkinny(const OperandOrder &View, const BlockingPlan &Plan) {
  const GemmNest &N = View.Nest;
  if (Plan.NR < Plan.Tune.Skinny.TileCols || !depthOfCopy(View, Plan) ||
      !Plan.hasEdgeTiles())
    return false;
  const bool IsByColumns = N.isVector() && isByColumns(View);
  if (N.Elem.addsInAnyOrder())
    return IsByColumns;
  return (N.isVector() || View.ReadsRight) &&
         (View.ReadsLeft || IsByColumns || isContiguousAlong(View, DimK));
}

SkinnySizes skinnySizes(const OperandOrder &View, const BlockingPlan &Plan) {
  const SkinnyTuning &Tune = Plan.Tune.Skinny;
  const unsigned MostCols = Plan.Lanes / 2;
  if (SkinnyTile::isFor(View)) {
    const DataLayout &DL = View.Nest.C.Access->getDataLayout();
    const bool Gathers =
        !movesBy(View.Nest.C, View.Row, DL.getTypeStoreSize(View.Nest.Elem.Ty));
    const uint64_t Depth =
        Plan.Lanes < 8 ? Tune.MinNarrowDepth : Tune.MinWideDepth;
    return {SkinnyTile::rows(View, Plan), MostCols, Gathers ? Depth : 1};
  }
  if (View.ReadsLeft)
    return {Plan.Lanes, MostCols, Tune.MinInPlaceDepth};
  uint64_t Rows = tallRows(Plan, 1);
  if (View.Nest.isVector() && isByColumns(View))
    Rows = Plan.MR;
  else if (!View.ReadsRight) // Lines are transposed a whole sliver at a time.
    Rows = rowsOfTile(Plan);
  return {Rows, MostCols, Tune.MinCopiedDepth};
}

Value *SkinnySizes::hold(IRBuilderBase &B, Value *Rows, Value *Cols,
                         Value *Depth) const {
  return B.CreateAnd({B.CreateICmpULE(Cols, B.getInt64(MostCols)),
                      B.CreateICmpUGE(Rows, B.getInt64(MinRows)),
                      B.CreateICmpUGE(Depth, B.getInt64(MinDepth))});
}

Value *emitIsSkinny(KernelContext &Ctx) {
  Value *Hold = skinnySizes(Ctx.View, Ctx.Plan)
                    .hold(Ctx.B, Ctx.size(Ctx.View.Row), Ctx.size(Ctx.View.Col),
                          Ctx.size(DimK));
  return Ctx.View.ReadsRight ? Ctx.all({Hold, Ctx.hasWholeColumns()}) : Hold;
}

namespace {

class SkinnyLoops {
public:
  explicit SkinnyLoops(KernelContext &Ctx)
      : Ctx(Ctx), B(Ctx.B), Transposes(SkinnyTile::isFor(Ctx.View)),
        Rows(Transposes ? SkinnyTile::rows(Ctx.View, Ctx.Plan)
                        : rowsOfTile(Ctx.Plan)),
        Cols(Transposes ? SkinnyTile::maxCols(Ctx.Plan)
                        : Ctx.Plan.Tune.Skinny.TileCols),
        Copies(copiesLeft(Ctx.View)), CopiesRight(!Ctx.View.ReadsRight),
        High(highRows()), KC(depthOfCopy(Ctx.View, Ctx.Plan)),
        Height(heightOfTiles()) {}

  void emit();

private:
  /// A column of tiles: the sums of Cols columns and consecutive Rows. With a
  /// single tile, its first rows may have been stored before; New is the first
  /// row that was not.
  struct Place {
    Value *Row, *New, *Col, *Cols, *Tiles, *Rows;
  };
  unsigned highRows() const;
  void obtainCopy(SliverRoom &Room);
  uint64_t rowsOfCall(uint64_t Bytes) const;
  void obtainSums(SliverRoom &Room);
  Value *isTooHigh(unsigned Rows);
  Value *heightOfTiles();
  Value *tilesFrom(Value *Row);
  Value *depthOfTiles();
  void emitTiles(Place P);
  Value *columnsOfTile(Value *Col);
  void copySums(Place P, TileCopy What);
  void addProducts(Place P, Value *First, Value *Depth);
  void addTransposed(Place P, Value *First, Value *Depth);
  TileOperand leftAt(Place P, Value *First) {
    return operandAt(Ctx, Ctx.View.Left, Ctx.View.Row, P.Row, First);
  }
  TileOperand rightAt(Place P, Value *First) {
    if (CopiesRight)
      return {RightCopy, B.getInt64(Ctx.ElemBytes), B.getInt64(1)};
    return operandAt(Ctx, Ctx.View.Right, Ctx.View.Col, P.Col, First);
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const bool Transposes;     ///< Tiles are SkinnyTile's.
  const unsigned Rows, Cols; ///< The most of a tile.
  const bool Copies;         ///< The left operand.
  const bool CopiesRight;    ///< The right operand, a single column.
  const unsigned High;       ///< The most rows of a tile of one column.
  const uint64_t KC;
  std::optional<UnpackedEdge> Edge;
  std::optional<SkinnyTile> Thin;
  Value *Height; ///< Rows of all tiles.
  Value *Sums = nullptr;
  Value *MostRows = nullptr; ///< Of one call.
  Value *Copy = nullptr;     ///< Room for one of the left operand.
  Value *RightCopy = nullptr;
  Value *CopiedDepth = nullptr;
};

} // namespace

unsigned SkinnyLoops::highRows() const {
  if (Transposes)
    return SkinnyTile::tallRows(Ctx.View, Ctx.Plan);
  return Copies ? Rows : tallRows(Ctx.Plan, 1);
}

/// Rows of the tiles of one call, whose sums have \p Bytes.
uint64_t SkinnyLoops::rowsOfCall(uint64_t Bytes) const {
  const uint64_t InBuffer = Copies ? 0 : Bytes / Ctx.ElemBytes / Cols;
  return std::max<uint64_t>(High, alignDown(InBuffer, High));
}

/// Finds room for the sums of a call: for as many as possible if the product is
/// worth the search.
void SkinnyLoops::obtainSums(SliverRoom &Room) {
  const uint64_t OneRow = Cols * Ctx.ElemBytes;
  const uint64_t Most = rowsOfCall(Ctx.Plan.Tune.Skinny.SumsBytes);
  // One tile has to fit, and the part that is cleared.
  const uint64_t Near = std::min(
      Most * OneRow, std::max<uint64_t>({SliverRoom::onStack(Ctx),
                                         High * OneRow, Rows * OneRow}));
  Value *M = Ctx.size(Ctx.View.Row);
  Value *Bytes =
      B.CreateMul(Ctx.smaller(M, B.getInt64(Most)), B.getInt64(OneRow));
  Value *IsWorth =
      productExceeds(B, M, Ctx.size(DimK), Ctx.Plan.Tune.Skinny.MinRoomWork);
  Value *IsFar = B.CreateAnd(IsWorth, B.CreateICmpUGT(Bytes, B.getInt64(Near)));
  Room.obtain(Ctx.select(IsFar, B.getInt64(Most * OneRow), B.getInt64(Near)),
              Most * OneRow, Near);
  Sums = Room.ptr();
  Value *HasMost = B.CreateAnd(IsFar, B.CreateNot(Room.hasFailed()));
  if (!Ctx.MayAllocate)
    HasMost = B.getTrue();
  MostRows =
      Ctx.select(HasMost, B.getInt64(Most), B.getInt64(rowsOfCall(Near)));
}

/// i1: whether lines along k evict each other from the cache before \p Rows of
/// them are used.
Value *SkinnyLoops::isTooHigh(unsigned Rows) {
  if (!Transposes || Rows <= 2 * Ctx.Plan.Tune.Cache.EvictingWays)
    return B.getFalse();
  const AffineRef &Left = *Ctx.View.Left.plain();
  return isEvicting(B, Ctx.Sig.get(Left.Stride[Ctx.View.Row]), Ctx.Plan);
}

/// The highest tile that has no more rows than there are.
Value *SkinnyLoops::heightOfTiles() {
  const unsigned Lanes = Ctx.Plan.Lanes, MR = Ctx.Plan.MR;
  const unsigned Least = Transposes ? Rows : Lanes;
  const unsigned Next = Transposes || Lanes == MR ? 2 * Least : MR;
  Value *M = Ctx.size(Ctx.View.Row), *Highest = B.getInt64(Least);
  Value *IsOne = B.CreateICmpEQ(Ctx.size(Ctx.View.Col), B.getInt64(1));
  for (unsigned R = Next; R <= High; R *= 2) {
    Value *Fits = B.CreateICmpSGE(M, B.getInt64(R));
    if (R > Rows)
      Fits = B.CreateAnd({Fits, IsOne, B.CreateNot(isTooHigh(R))});
    Highest = Ctx.select(Fits, B.getInt64(R), Highest);
  }
  return Highest;
}

/// Whole tiles from \p Row on for one call: only high tiles and those of
/// SkinnyTile follow each other. At least 1.
Value *SkinnyLoops::tilesFrom(Value *Row) {
  Value *One = B.getInt64(1), *Count = One;
  Value *Left = B.CreateSub(Ctx.size(Ctx.View.Row), Row);
  if (Copies)
    return One;
  for (unsigned R = Rows; R <= High; R *= 2) {
    if (!Transposes && !isHigh(Ctx.Plan, {R, 1}))
      continue;
    Value *Most = B.CreateUDiv(MostRows, B.getInt64(R));
    Value *Whole = Ctx.smaller(B.CreateUDiv(Left, B.getInt64(R)), Most);
    Value *IsHeight = B.CreateICmpEQ(Height, B.getInt64(R));
    Value *IsNone = B.CreateIsNull(Whole);
    Count = Ctx.select(IsHeight, Ctx.select(IsNone, One, Whole), Count);
  }
  return Count;
}

/// The last tile begins further up if it would end after the last row.
void SkinnyLoops::emit() {
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *Last = B.CreateSub(M, Height), *Zero = B.getInt64(0);
  auto MoreCols = [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], N); };
  auto MoreRows = [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], M); };
  SliverRoom RoomOfSums(Ctx), Room(Ctx);
  obtainSums(RoomOfSums);
  if (Copies || CopiesRight)
    obtainCopy(Room);
  const unsigned Most = std::max(Rows * Cols, High);
  B.CreateMemSet(Sums, B.getInt8(0), Most * Ctx.ElemBytes, Align(64));
  emitWhile(
      B, "thin.col", {Zero}, MoreCols,
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        Value *Col = S[0], *Width = columnsOfTile(Col);
        emitWhile(
            B, "thin.row", {Zero}, MoreRows,
            [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
              Value *Tiles = tilesFrom(S[0]);
              Value *InTiles = B.CreateMul(Tiles, Height);
              emitTiles(
                  {Ctx.smaller(S[0], Last), S[0], Col, Width, Tiles, InTiles});
              return {B.CreateAdd(S[0], InTiles)};
            },
            /*RunsOnce=*/true);
        return {B.CreateAdd(Col, Width)};
      },
      /*RunsOnce=*/true);
  if (Copies || CopiesRight)
    Room.release();
  RoomOfSums.release();
}

/// Finds room for copies of operands, and for how many steps of k: that of the
/// right one follows that of the left one.
void SkinnyLoops::obtainCopy(SliverRoom &Room) {
  const uint64_t OfLeft = Copies ? Rows * Ctx.ElemBytes : 0;
  const uint64_t OneK = OfLeft + (CopiesRight ? Ctx.ElemBytes : 0);
  Value *Depth = Ctx.smaller(Ctx.size(DimK), B.getInt64(KC));
  Room.obtain(B.CreateMul(Depth, B.getInt64(OneK)), KC * OneK);
  Copy = Room.ptr();
  const uint64_t Least = std::max<uint64_t>(SliverRoom::onStack(Ctx) / OneK, 1);
  CopiedDepth = Ctx.select(Room.hasFailed(), B.getInt64(std::min(Least, KC)),
                           B.getInt64(KC));
  if (!CopiesRight)
    return;
  RightCopy = B.CreatePtrAdd(
      Copy, B.CreateMul(Ctx.smaller(Depth, CopiedDepth), B.getInt64(OfLeft)));
}

/// The largest power of two, up to Cols, of columns left from \p Col on.
Value *SkinnyLoops::columnsOfTile(Value *Col) {
  Value *Left = B.CreateSub(Ctx.size(Ctx.View.Col), Col);
  Value *Width = B.getInt64(1);
  for (unsigned Most = 2; Most <= Cols; Most *= 2)
    Width = Ctx.select(B.CreateICmpSGE(Left, B.getInt64(Most)),
                       B.getInt64(Most), Width);
  return Width;
}

/// Steps of k at a time: those of a copy, or of columns that are read in place
/// and do not all stay in the cache.
Value *SkinnyLoops::depthOfTiles() {
  Value *K = Ctx.size(DimK);
  if (Copies || Transposes)
    return CopiedDepth;
  Value *Exceeds = Ctx.exceedsFetchBytes(K);
  Value *Columns = B.getInt64(Ctx.Plan.Tune.Stream.Columns);
  if (!CopiesRight)
    return Ctx.select(Exceeds, Columns, K);
  Value *Fewer = Ctx.smaller(Columns, CopiedDepth);
  return Ctx.select(Exceeds, Fewer, CopiedDepth);
}

void SkinnyLoops::emitTiles(Place P) {
  const GemmNest &Nest = Ctx.View.Nest;
  copySums(P, Nest.startsFromC() ? TileCopy::SumsFromC
                                 : TileCopy::StartsFromSlice);
  Value *K = Ctx.size(DimK);
  if (Transposes && !CopiesRight) {
    addTransposed(P, B.getInt64(0), K);
  } else {
    Value *Most = depthOfTiles();
    emitLoop(B, "thin.k", B.getInt64(0), K, Most, true, [&](Value *First) {
      Value *Depth = Ctx.smaller(B.CreateSub(K, First), Most);
      if (CopiesRight)
        copyColumn(Ctx, Ctx.View.Right, First, Depth, RightCopy);
      if (Transposes)
        addTransposed(P, First, Depth);
      else
        addProducts(P, First, Depth);
    });
  }
  copySums(P, Nest.endsWithSum() ? TileCopy::SumsToC : TileCopy::FinalsToC);
}

/// Copies between C and the buffer, except rows that have been stored.
void SkinnyLoops::copySums(Place P, TileCopy What) {
  Value *Done = B.CreateSub(P.New, P.Row);
  Value *Count = B.CreateSub(P.Rows, Done);
  emitTileCopy(Ctx, {P.New, P.Col, Count, P.Cols}, What,
               {Ctx.elementPtr(Sums, Done), P.Rows});
}

/// For \p Depth steps of k from \p First on.
void SkinnyLoops::addProducts(Place P, Value *First, Value *Depth) {
  if (!Edge)
    Edge.emplace(Ctx);
  TileOperand Left;
  if (Copies) {
    Left = {Copy, B.getInt64(Rows * Ctx.ElemBytes), B.getInt64(1)};
    emitPack(Ctx, {Ctx.Left, Ctx.View.Row, Rows, P.Row, Height, First, Depth},
             Copy);
  } else {
    Left = leftAt(P, First);
  }
  const TilePlace InBuffer = {Sums, P.Rows};
  Edge->emitCall(Left, rightAt(P, First), Depth, InBuffer, InBuffer, Height,
                 P.Cols, B.getInt64(0), P.Tiles);
}

void SkinnyLoops::addTransposed(Place P, Value *First, Value *Depth) {
  if (!Thin)
    Thin.emplace(Ctx);
  const AffineRef &Left = *Ctx.View.Left.plain();
  Value *Lines = leftAt(P, First).Ptr;
  Thin->emitCall(Lines, Ctx.Sig.get(Left.Stride[Ctx.View.Row]),
                 rightAt(P, First), Depth, Sums, P.Rows, Height, P.Cols);
}

void emitSkinnyLoops(KernelContext &Ctx) { SkinnyLoops(Ctx).emit(); }

} // namespace gemmify
