//===- LoopGroups.cpp - Which loops count one index together --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopGroups.h"
#include "AxisGroups.h"
#include "TripCount.h"
#include "pass/recognize/effects/NestWrites.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Tiles of constant sizes are counted one by one up to this number.
constexpr uint64_t MostCountedTiles = 256;
constexpr uint64_t LongestCountedTile = uint64_t(1) << 32;

class Grouper {
public:
  Grouper(ArrayRef<Loop *> Chain, AffineAccess &Access, ScalarEvolution &SE,
          bool PreferAxes, Reason &Why)
      : Chain(Chain), Access(Access), SE(SE), PreferAxes(PreferAxes), Why(Why) {
  }

  std::optional<LoopGroups> run();

private:
  bool count();
  const SCEV *sizeOf(const SCEV *Step);
  const Instruction *findCall(const SCEV *Count);
  bool findTriangle(unsigned Point);
  bool pairByTrip(unsigned Point);
  void pairByAddress();
  bool readStrides();
  bool isTileOf(unsigned Tile, unsigned Point);
  bool emitPair();
  bool emitGroups();
  bool emitAxes();
  bool playAxes(LoopDim D, ArrayRef<unsigned> Axes);
  bool fold(LoopDim D, unsigned Point);
  bool provedByCounting(const Tiling &C);
  const SCEV *pointsOf(const Tiling &C, const SCEV *Tile);
  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  ArrayRef<Loop *> Chain;
  AffineAccess &Access;
  ScalarEvolution &SE;
  const bool PreferAxes;
  Reason &Why;
  SmallVector<const SCEV *, 6> Count; ///< Per loop; may move with one.
  SmallVector<std::optional<unsigned>, 6> TileOf; ///< Per point loop.
  SmallVector<const SCEV *, 6> Size; ///< Per point loop with a tile.
  SmallVector<bool, 6> IsTile;
  SmallVector<SmallVector<const SCEV *, 6>, 4> Strides; ///< Per access.
  LoopGroups Result;
};

std::optional<LoopGroups> Grouper::run() {
  if (!count())
    return std::nullopt;
  TileOf.resize(Chain.size());
  Size.resize(Chain.size());
  IsTile.resize(Chain.size());
  if (Chain.size() < NumDims)
    return emitPair() ? std::optional(std::move(Result)) : std::nullopt;
  for (unsigned P = 0; P != Chain.size(); ++P)
    if (!Access.isFixed(Count[P]) && !findTriangle(P) && !pairByTrip(P))
      return std::nullopt;
  auto Indices = [&] { return Chain.size() - llvm::count(IsTile, true); };
  if (Indices() > NumDims && !PreferAxes) {
    const auto ByTrip = std::tuple(TileOf, Size, IsTile);
    pairByAddress();
    Result.TiledByStrides = Indices() == NumDims;
    if (!Result.TiledByStrides) // Axes that fold as well as others.
      std::tie(TileOf, Size, IsTile) = ByTrip;
  }
  if (Indices() > NumDims ? !emitAxes() : Indices() != NumDims || !emitGroups())
    return std::nullopt;
  Result.Count = Count;
  return std::move(Result);
}

bool Grouper::count() {
  for (Loop *L : Chain) {
    const SCEV *Bodies = countBodies(*L, Access, SE, Why);
    if (!Bodies)
      return false;
    if (!Access.isEqualOutside(Bodies, Count.size()))
      return fail(Reason::UnknownCount);
    Count.push_back(Bodies);
  }
  return true;
}

/// The magnitude of \p Step, i64: where it is not constant, what it is or is
/// the negative of, which pairByTrip requires to be positive. Null when it is
/// wider.
const SCEV *Grouper::sizeOf(const SCEV *Step) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  if (SE.getTypeSizeInBits(Step->getType()) > 64)
    return nullptr;
  if (const auto *C = dyn_cast<SCEVConstant>(Step))
    return SE.getConstant(C->getAPInt().abs().sext(64));
  const auto *Mul = dyn_cast<SCEVMulExpr>(Step);
  if (Mul && Mul->getOperand(0)->isAllOnesValue())
    Step = SE.getNegativeSCEV(Step);
  return SE.getNoopOrSignExtend(Step, I64);
}

/// A call inside the nest that is asked for \p Count and may do more.
const Instruction *Grouper::findCall(const SCEV *Count) {
  const Instruction *Found = nullptr;
  SCEVExprContains(Count, [&](const SCEV *S) {
    const auto *U = dyn_cast<SCEVUnknown>(S);
    const auto *Call = U ? dyn_cast<CallBase>(U->getValue()) : nullptr;
    if (Call && Chain.front()->contains(Call) && Call->mayHaveSideEffects())
      Found = Call;
    return Found;
  });
  return Found;
}

/// Lets \p Point be the loop of a triangle whose count moves.
bool Grouper::findTriangle(unsigned Point) {
  if (Result.Clipped || Chain.size() != NumDims)
    return false;
  Result.Clipped = matchTriangle(Chain, Count, Point, Access, SE);
  return Result.Clipped.has_value();
}

/// The only loop of the chain with which the trip count of \p Point moves, by a
/// fixed number in each iteration. Nothing else in the count changes.
bool Grouper::pairByTrip(unsigned Point) {
  const Loop *Around = nullptr;
  const SCEV *Step = nullptr;
  bool OnlyOne = !SCEVExprContains(Count[Point], [&](const SCEV *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    if (!Rec || !llvm::is_contained(Chain, Rec->getLoop()))
      return (Rec || isa<SCEVUnknown>(S)) && !Access.isFixed(S);
    const SCEV *By =
        Rec->isAffine() ? sizeOf(Rec->getStepRecurrence(SE)) : nullptr;
    if (!By || (Around && Around != Rec->getLoop()) || (Step && Step != By))
      return true;
    Around = Rec->getLoop();
    Step = By;
    return false;
  });
  if (const Instruction *Asked = findCall(Count[Point]))
    return fail(whyKeptBy(*Asked));
  if (!OnlyOne || !Around || Chain.size() == NumDims)
    return fail(Reason::Triangular);
  unsigned Tile = llvm::find(Chain, Around) - Chain.begin();
  assert(Tile < Point && "counts move with the loops around");
  if (IsTile[Tile] || TileOf[Tile])
    return fail(Reason::Triangular);
  if (!isa<SCEVConstant>(Step))
    Access.require({ICmpInst::ICMP_ULE, Step,
                    SE.getConstant(Step->getType(), LongestCountedTile)});
  TileOf[Point] = Tile;
  IsTile[Tile] = true;
  Size[Point] = Step;
  return true;
}

/// Tiles that divide the size leave no trace in trip counts, but in addresses.
void Grouper::pairByAddress() {
  if (!readStrides())
    return;
  for (unsigned Point = Chain.size(); Point-- != 0;) {
    if (TileOf[Point] || IsTile[Point])
      continue;
    for (unsigned Tile = Point; Tile-- != 0;) {
      if (Chain.size() - llvm::count(IsTile, true) == NumDims)
        return;
      if (IsTile[Tile] || TileOf[Tile] || !isTileOf(Tile, Point))
        continue;
      TileOf[Point] = Tile;
      IsTile[Tile] = true;
      Size[Point] = Count[Point];
      break;
    }
  }
}

bool Grouper::readStrides() {
  for (BasicBlock *BB : Chain.front()->blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I)) {
        std::optional<SmallVector<const SCEV *, 6>> S = Access.strides(I);
        if (!S)
          return false;
        for (const SCEV *&By : *S)
          if (isa<SCEVCouldNotCompute>(By)) // Rows say what they move with.
            By = SE.getZero(Type::getInt64Ty(SE.getContext()));
        Strides.push_back(std::move(*S));
      }
  return true;
}

bool Grouper::isTileOf(unsigned Tile, unsigned Point) {
  return llvm::all_of(Strides, [&](ArrayRef<const SCEV *> S) {
    return S[Tile] == SE.getMulExpr(Count[Point], S[Point]);
  });
}

/// The loops of a matrix's product with a vector: DimI has none.
bool Grouper::emitPair() {
  if (!llvm::all_of(Count, [&](const SCEV *S) { return Access.isFixed(S); }))
    return false;
  Count.push_back(SE.getOne(Type::getInt64Ty(SE.getContext())));
  Result.Index[DimI].Trip = Count.back();
  Result.Count = Count;
  return fold(DimJ, 0) && fold(DimK, 1);
}

bool Grouper::emitGroups() {
  unsigned D = 0;
  for (unsigned L = 0; L != Chain.size(); ++L)
    if (!IsTile[L] && !fold(LoopDim(D++), L))
      return false;
  return true;
}

bool Grouper::fold(LoopDim D, unsigned Point) {
  if (!TileOf[Point]) {
    Result.Index[D].Loops = {Chain[Point]};
    Result.Index[D].Trip = Count[Point];
    if (Result.Clipped && Point == Result.Clipped->Outer)
      Result.Index[D].Trip = Result.Clipped->Rows;
    if (Result.Clipped && Point == Result.Clipped->Inner)
      Result.Index[D].Trip = Result.Clipped->Columns;
    return true;
  }
  unsigned Tile = *TileOf[Point];
  Result.Index[D].Loops = {Chain[Tile], Chain[Point]};
  if (exitsFromHeader(*Chain[Point]) || exitsFromHeader(*Chain[Tile]))
    return false;
  Tiling C{Chain[Tile], Count[Tile], Size[Point], Count[Point], false};
  const SCEV *Before = SE.getMinusSCEV(C.Tiles, SE.getOne(C.Tiles->getType()));
  Result.Index[D].Trip = C.isExact()
                             ? SE.getMulExpr(C.Tiles, C.TileSize)
                             : SE.getAddExpr(SE.getMulExpr(Before, C.TileSize),
                                             pointsOf(C, Before));
  C.Proven = provedByCounting(C);
  Result.Index[D].Tiled = C;
  return true;
}

/// Loops of no tiles that play more than three indices.
bool Grouper::emitAxes() {
  if (llvm::count(IsTile, true))
    return false;
  std::optional<AxisGroups> Found = groupAxes(Chain, Access, Why);
  if (!Found)
    return false;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (!playAxes(D, Found->Axes[D]))
      return false;
  for (unsigned L : Found->Batch) {
    if (exitsFromHeader(*Chain[L]))
      return false;
    Result.Batch.Loops.push_back(Chain[L]);
    Result.Batch.Size.push_back(Count[L]);
  }
  return true;
}

bool Grouper::playAxes(LoopDim D, ArrayRef<unsigned> Axes) {
  const SCEV *Points = SE.getOne(Type::getInt64Ty(SE.getContext()));
  AxisGroup &Group = Result.Index[D].Axes;
  for (unsigned L : llvm::reverse(Axes)) {
    if (exitsFromHeader(*Chain[L]))
      return false;
    Result.Index[D].Loops.push_back(Chain[L]);
    Group.Loops.insert(Group.Loops.begin(), Chain[L]);
    Group.Size.insert(Group.Size.begin(), Count[L]);
    Group.Inside.insert(Group.Inside.begin(), Points);
    Points = SE.getMulExpr(Count[L], Points);
  }
  llvm::sort(Result.Index[D].Loops, [](const Loop *X, const Loop *Y) {
    return X->getLoopDepth() < Y->getLoopDepth();
  });
  Group.Inside.pop_back(); // Of the innermost axis: one.
  if (Axes.size() == 1)
    Group = AxisGroup();
  Result.Index[D].Trip = Points;
  return true;
}

const SCEV *Grouper::pointsOf(const Tiling &C, const SCEV *Tile) {
  LoopToScevMapT At = {{C.Over, Tile}};
  return SCEVLoopAddRecRewriter::rewrite(C.Points, At, SE);
}

bool Grouper::provedByCounting(const Tiling &C) {
  const auto *Tiles = dyn_cast<SCEVConstant>(C.Tiles);
  const auto *Size = dyn_cast<SCEVConstant>(C.TileSize);
  if (!Tiles || !Size || Tiles->getAPInt().ugt(MostCountedTiles) ||
      Size->getAPInt().ugt(LongestCountedTile))
    return false;
  const uint64_t Number = Tiles->getAPInt().getZExtValue(); // 2^64 is 0.
  const APInt &Length = Size->getAPInt();
  for (uint64_t Tile = 0; Tile != Number; ++Tile) {
    const auto *Points = dyn_cast<SCEVConstant>(
        pointsOf(C, SE.getConstant(C.Tiles->getType(), Tile)));
    if (!Points || Points->isZero() || Points->getAPInt().ugt(Length) ||
        (Tile + 1 != Number && Points->getAPInt() != Length))
      return false;
  }
  return true;
}

} // namespace

std::optional<LoopGroups> groupLoops(ArrayRef<Loop *> Chain,
                                     AffineAccess &Access, ScalarEvolution &SE,
                                     bool PreferAxes, Reason &Why) {
  return Grouper(Chain, Access, SE, PreferAxes, Why).run();
}

} // namespace gemmify
