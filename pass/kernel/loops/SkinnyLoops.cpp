//===- SkinnyLoops.cpp - Products with few columns across -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkinnyLoops.h"
#include "GotoLoops.h"
#include "pass/kernel/build/MacroKernel.h"
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

/// steps of k of a copy of the left operand, which takes no more room than
/// slivers for tiling do; 0: there is not room enough.
static uint64_t depthOfCopy(const BlockingPlan &Plan) {
  return alignDown(Plan.TiledKC * Plan.MR / rowsOfTile(Plan),
                   Plan.Tune.Skinny.NiceKC);
}

bool canBeSkinny(const OperandOrder &View, const BlockingPlan &Plan) {
  const GemmNest &N = View.Nest;
  if (Plan.NR < Plan.Tune.Skinny.TileCols || !depthOfCopy(Plan))
    return false;
  return !N.Elem.addsInAnyOrder() && Plan.hasEdgeTiles() && View.ReadsRight &&
         (View.ReadsLeft ||
          isContiguous(View.Left, DimK, N.C.Access->getDataLayout()));
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
  return {tallRows(Plan, 1), MostCols, Tune.MinCopiedDepth};
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
  return Ctx.all({Hold, Ctx.hasWholeColumns()});
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
        Copies(!Transposes && !Ctx.View.ReadsLeft), High(highRows()),
        KC(depthOfCopy(Ctx.Plan)), Height(heightOfTiles()) {}

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
  void addTransposed(Place P);
  TileOperand leftAt(Place P, Value *First) {
    return operandAt(Ctx, Ctx.View.Left, Ctx.View.Row, P.Row, First);
  }
  TileOperand rightAt(Place P, Value *First) {
    return operandAt(Ctx, Ctx.View.Right, Ctx.View.Col, P.Col, First);
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const bool Transposes;     ///< Tiles are SkinnyTile's.
  const unsigned Rows, Cols; ///< The most of a tile.
  const bool Copies;         ///< The left operand.
  const unsigned High;       ///< The most rows of a tile of one column.
  const uint64_t KC;
  std::optional<UnpackedEdge> Edge;
  std::optional<SkinnyTile> Thin;
  Value *Height; ///< Rows of all tiles.
  Value *Sums = nullptr;
  Value *MostRows = nullptr; ///< Of one call.
  Value *Copy = nullptr;     ///< Room for one.
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
  if (Copies)
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
  if (Copies)
    Room.release();
  RoomOfSums.release();
}

/// Finds room for a copy of the left operand, and for how many steps of k.
void SkinnyLoops::obtainCopy(SliverRoom &Room) {
  const uint64_t OneK = Rows * Ctx.ElemBytes;
  Value *Depth = Ctx.smaller(Ctx.size(DimK), B.getInt64(KC));
  Room.obtain(B.CreateMul(Depth, B.getInt64(OneK)), KC * OneK);
  Copy = Room.ptr();
  const uint64_t Least = std::max<uint64_t>(SliverRoom::onStack(Ctx) / OneK, 1);
  CopiedDepth = Ctx.select(Room.hasFailed(), B.getInt64(std::min(Least, KC)),
                           B.getInt64(KC));
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
  if (Copies)
    return CopiedDepth;
  return Ctx.select(Ctx.exceedsFetchBytes(K),
                    B.getInt64(Ctx.Plan.Tune.Stream.Columns), K);
}

void SkinnyLoops::emitTiles(Place P) {
  const GemmNest &Nest = Ctx.View.Nest;
  copySums(P, Nest.startsFromC() ? TileCopy::SumsFromC
                                 : TileCopy::StartsFromSlice);
  if (Transposes) {
    addTransposed(P);
  } else {
    Value *K = Ctx.size(DimK), *Most = depthOfTiles();
    emitLoop(B, "thin.k", B.getInt64(0), K, Most, true, [&](Value *First) {
      addProducts(P, First, Ctx.smaller(B.CreateSub(K, First), Most));
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

void SkinnyLoops::addTransposed(Place P) {
  if (!Thin)
    Thin.emplace(Ctx);
  Value *Zero = B.getInt64(0);
  const AffineRef &Left = *Ctx.View.Left.plain();
  Value *Lines = leftAt(P, Zero).Ptr;
  Thin->emitCall(Lines, Ctx.Sig.get(Left.Stride[Ctx.View.Row]),
                 rightAt(P, Zero), Ctx.size(DimK), Sums, P.Rows, Height,
                 P.Cols);
}

void emitSkinnyLoops(KernelContext &Ctx) { SkinnyLoops(Ctx).emit(); }

} // namespace gemmify
