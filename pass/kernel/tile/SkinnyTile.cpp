//===- SkinnyTile.cpp - Sums of lines that lie along k --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkinnyTile.h"
#include "ShapeSwitch.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/loops/GotoLoops.h"
#include "pass/kernel/pack/TransposeLines.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

/// Lines that are transposed together.
static unsigned together(const GemmNest &N, const BlockingPlan &Plan) {
  const DataLayout &DL = N.C.Access->getDataLayout();
  return Plan.TransposeBits / DL.getTypeStoreSizeInBits(N.Elem.Ty);
}

/// Elements in 128 bits: steps of k that are transposed at a time.
static unsigned perLane(const GemmNest &N) {
  const DataLayout &DL = N.C.Access->getDataLayout();
  return 128 / DL.getTypeStoreSizeInBits(N.Elem.Ty);
}

/// Vectors that are held for \p Rows at a time: sums and transposed columns.
static unsigned vectors(const GemmNest &N, const BlockingPlan &Plan,
                        unsigned Rows, unsigned Cols) {
  return Cols * Rows / Plan.Lanes + perLane(N) * Rows / together(N, Plan);
}

/// Rows that are transposed together, or a vector of them, of which L1 can hold
/// a line each.
static unsigned groupRows(const OperandOrder &View, const BlockingPlan &Plan) {
  const unsigned Rows = SkinnyTile::rows(View, Plan);
  const uint64_t Most =
      std::min<uint64_t>(Plan.Lanes, Plan.Tune.Cache.EvictingWays);
  unsigned Count = together(View.Nest, Plan);
  while (2 * Count <= Most && Rows % (2 * Count) == 0)
    Count *= 2;
  return Count;
}

/// Whether one column takes whole lines of the cache: the registers must hold
/// its sums and a line's transposed columns, as they do where vectors are long,
/// since there are then 32 of them.
static bool fitsLines(const OperandOrder &View, const BlockingPlan &Plan) {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  return Plan.Lanes * DL.getTypeStoreSizeInBits(View.Nest.Elem.Ty) >=
         Plan.Tune.Skinny.LineVectorBits;
}

/// Stands for one column of tallRows().
constexpr unsigned TallColumn = 0;

namespace {

/// Parameters of the function.
struct SkinnyParam {
  enum Index : unsigned {
    LeftPtr,
    LineStride, ///< Bytes.
    RightPtr,
    RightStep,
    RightAcross,
    Depth,
    SumsPtr,
    Columns,
    Lines, ///< A multiple of a tile's.
  };
};

/// The body of the function that adds to such sums.
class SkinnyFunction {
public:
  SkinnyFunction(Function &F, const KernelContext &Ctx)
      : F(F), B(F.getContext()), Nest(Ctx.View.Nest), Plan(Ctx.Plan),
        Bytes(Ctx.ElemBytes), PerLane(perLane(Nest)),
        Together(together(Nest, Plan)), Rows(SkinnyTile::rows(Ctx.View, Plan)),
        Tall(SkinnyTile::tallRows(Ctx.View, Plan)),
        Group(groupRows(Ctx.View, Plan)),
        LineSteps(Plan.Tune.Cache.LineBytes / Bytes),
        TakesLines(fitsLines(Ctx.View, Plan)) {
    Plan.Depth = PerLane;
  }

  void build();

private:
  void emitTile(unsigned Height, unsigned Cols);
  void emitColumn(Value *First, unsigned Height);
  using Groups = SmallVector<Value *, 8>;
  Groups addLines(ArrayRef<Value *> State);
  Groups addRest(Value *Left, Value *Right, Value *Rest,
                 ArrayRef<Value *> Sums);
  Value *rowAt(Value *Left, unsigned Row) {
    return B.CreatePtrAdd(
        Left, B.CreateMul(F.getArg(SkinnyParam::LineStride), B.getInt64(Row)));
  }
  void emitRows(Value *First, unsigned Count, unsigned Cols);
  Value *loadLeft(Value *Ptr, unsigned Count, unsigned Steps);
  Value *loadRight(Value *Ptr, unsigned Steps, unsigned Cols);

  Function &F;
  IRBuilder<> B;
  const GemmNest &Nest;
  BlockingPlan Plan;
  const unsigned Bytes;
  const unsigned PerLane, Together;
  const unsigned Rows, Tall;
  const unsigned Group;     ///< Rows of one of several sums of one column.
  const unsigned LineSteps; ///< Steps of k in a line of the cache.
  const bool TakesLines;    ///< Whether one column is by emitColumn().
};

} // namespace

void SkinnyFunction::build() {
  ShapeSwitch Choice(B, F, SkinnyParam::Columns);
  const unsigned Most = Nest.isVector() ? 1 : SkinnyTile::maxCols(Plan);
  for (unsigned Cols = 1; Cols <= Most; Cols *= 2)
    Choice.add(Cols, "columns", [&] { emitTile(Rows, Cols); });
  if (Tall != Rows)
    Choice.add(TallColumn, "columns", [&] { emitTile(Tall, 1); });
}

/// Half of a tile after the other where the sums of all and what is transposed
/// would not fit the registers, or where lines evict each other from the L1
/// cache before all of what was fetched is used.
void SkinnyFunction::emitTile(unsigned Height, unsigned Cols) {
  const unsigned Half = std::max(Together, Height / 2);
  auto EmitBy = [&](unsigned Count) {
    emitLoop(B, "rows", B.getInt64(0), F.getArg(SkinnyParam::Lines), Count,
             true, [&](Value *First) {
               if (Cols == 1 && TakesLines)
                 emitColumn(First, Count);
               else
                 emitRows(First, Count, Cols);
             });
  };
  if (Cols == 1 && TakesLines)
    return EmitBy(Height);
  if (vectors(Nest, Plan, Height, Cols) > Plan.Tune.Skinny.MaxVectors)
    return EmitBy(Half);
  if (Height <= Plan.Tune.Cache.EvictingWays)
    return EmitBy(Height);
  emitIf(
      B, "evict", isEvicting(B, F.getArg(SkinnyParam::LineStride), Plan),
      [&] { EmitBy(Half); }, [&] { EmitBy(Height); });
}

/// One column, in groups of rows one after the other. Of each row, a whole line
/// of the cache is used before the next group, as lines that are a power of two
/// apart evict each other, and the additions of one group do not wait for those
/// of another.
void SkinnyFunction::emitColumn(Value *First, unsigned Height) {
  Value *Place = B.CreatePtrAdd(F.getArg(SkinnyParam::SumsPtr),
                                B.CreateMul(First, B.getInt64(Bytes)));
  auto PlaceOf = [&](unsigned Row) {
    return B.CreateConstGEP1_64(B.getInt8Ty(), Place, Row * Bytes);
  };
  Type *Sum = FixedVectorType::get(Nest.Elem.Ty, Group);
  Value *K = F.getArg(SkinnyParam::Depth), *Steps = B.getInt64(LineSteps);
  Value *Whole = B.CreateSub(K, B.CreateURem(K, Steps), "k.whole");
  Groups State = {
      B.getInt64(0),
      B.CreatePtrAdd(F.getArg(SkinnyParam::LeftPtr),
                     B.CreateMul(F.getArg(SkinnyParam::LineStride), First)),
      F.getArg(SkinnyParam::RightPtr)};
  for (unsigned Row = 0; Row != Height; Row += Group)
    State.push_back(B.CreateAlignedLoad(Sum, PlaceOf(Row), Align(Bytes)));
  State = emitWhile(
      B, "lines", State,
      [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], Whole); },
      [&](ArrayRef<Value *> S) { return addLines(S); }, /*RunsOnce=*/false);
  const Groups Sums = addRest(State[1], State[2], B.CreateSub(K, Whole),
                              ArrayRef(State).drop_front(3));
  for (auto [Index, Part] : enumerate(Sums))
    B.CreateAlignedStore(Part, PlaceOf(Index * Rows), Align(Bytes));
}

/// A line of each row: the state is the step of k, where both operands are, and
/// the sums.
SkinnyFunction::Groups SkinnyFunction::addLines(ArrayRef<Value *> State) {
  MicroKernel Micro(B, Nest, Plan, Group, 1, /*Unroll=*/1, nullptr);
  Value *Left = State[1], *Right = State[2], *Steps = B.getInt64(LineSteps);
  Value *Column = loadRight(Right, LineSteps, 1);
  Groups Next = {
      B.CreateAdd(State[0], Steps),
      B.CreateConstGEP1_64(B.getInt8Ty(), Left, LineSteps * Bytes),
      B.CreatePtrAdd(Right,
                     B.CreateMul(F.getArg(SkinnyParam::RightStep), Steps))};
  for (Value *Sum : State.drop_front(3)) {
    Next.push_back(
        Micro.site(Sum, loadLeft(Left, Group, LineSteps), Column, LineSteps));
    Left = rowAt(Left, Group);
  }
  return Next;
}

/// The \p Rest steps of k, perhaps none, that do not fill a line: to sums of as
/// many rows at a time as registers hold.
SkinnyFunction::Groups SkinnyFunction::addRest(Value *Left, Value *Right,
                                               Value *Rest,
                                               ArrayRef<Value *> Sums) {
  MicroKernel Micro(B, Nest, Plan, Rows, 1, /*Unroll=*/1, nullptr);
  auto LoadLeft = [&](Value *Ptr, unsigned Steps) {
    return loadLeft(Ptr, Rows, Steps);
  };
  auto LoadRight = [&](Value *Ptr, unsigned Steps) {
    return loadRight(Ptr, Steps, 1);
  };
  const unsigned Parts = Rows / Group;
  Groups Result;
  for (unsigned At = 0; At != Sums.size(); At += Parts) {
    Value *Row = rowAt(Left, At * Group);
    Value *Init = concatenateVectors(B, Sums.slice(At, Parts));
    Result.push_back(Micro.emit({Row, B.getInt64(Bytes), nullptr, LoadLeft},
                                {Right, F.getArg(SkinnyParam::RightStep),
                                 F.getArg(SkinnyParam::RightAcross), LoadRight},
                                Rest,
                                /*FilledUp=*/false, Init));
  }
  return Result;
}

void SkinnyFunction::emitRows(Value *First, unsigned Count, unsigned Cols) {
  auto Left = [&](Value *Ptr, unsigned Steps) {
    return loadLeft(Ptr, Count, Steps);
  };
  auto Right = [&](Value *Ptr, unsigned Steps) {
    return loadRight(Ptr, Steps, Cols);
  };
  MicroKernel Micro(B, Nest, Plan, Count, Cols, /*Unroll=*/1, nullptr);
  Value *Stride = F.getArg(SkinnyParam::Lines);
  Value *Place = B.CreatePtrAdd(F.getArg(SkinnyParam::SumsPtr),
                                B.CreateMul(First, B.getInt64(Bytes)));
  Value *Begin =
      B.CreatePtrAdd(F.getArg(SkinnyParam::LeftPtr),
                     B.CreateMul(F.getArg(SkinnyParam::LineStride), First));
  Value *Init = createColumnLoad(B, Nest.Elem.Ty, Place, Stride, Count, Cols);
  Value *Sums = Micro.emit(
      {Begin, B.getInt64(Bytes), nullptr, Left},
      {F.getArg(SkinnyParam::RightPtr), F.getArg(SkinnyParam::RightStep),
       F.getArg(SkinnyParam::RightAcross), Right},
      F.getArg(SkinnyParam::Depth), /*FilledUp=*/false, Init);
  createColumnStore(B, Sums, Place, Stride, Count, Cols);
}

/// \p Count×\p Steps of the lines that begin at \p Ptr.
Value *SkinnyFunction::loadLeft(Value *Ptr, unsigned Count, unsigned Steps) {
  if (Steps > PerLane) {
    SmallVector<Value *, 4> Parts;
    for (unsigned Step = 0; Step != Steps; Step += PerLane) {
      Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Ptr, Step * Bytes);
      Parts.push_back(loadLeft(At, Count, PerLane));
    }
    return concatenateVectors(B, Parts);
  }
  SmallVector<Value *, 32> Lines;
  Type *Ty = FixedVectorType::get(Nest.Elem.Ty, Steps);
  for (unsigned Row = 0; Row != Count; ++Row) {
    if (Row != 0)
      Ptr = B.CreatePtrAdd(Ptr, F.getArg(SkinnyParam::LineStride));
    Lines.push_back(B.CreateAlignedLoad(Ty, Ptr, Align(Bytes)));
  }
  if (Steps == 1)
    return concatenateVectors(B, Lines);
  SmallVector<SmallVector<Value *, 4>, 8> Columns(Steps);
  for (unsigned Row = 0; Row != Count; Row += Together)
    for (auto [Step, Column] : enumerate(transposeLines(
             B, ArrayRef(Lines).slice(Row, Together), 0, PerLane)))
      Columns[Step].push_back(Column);
  SmallVector<Value *, 8> Whole;
  for (const auto &Parts : Columns)
    Whole.push_back(concatenateVectors(B, Parts));
  return concatenateVectors(B, Whole);
}

/// \p Steps×\p Cols from \p Ptr on.
Value *SkinnyFunction::loadRight(Value *Ptr, unsigned Steps, unsigned Cols) {
  Value *Flat =
      PoisonValue::get(FixedVectorType::get(Nest.Elem.Ty, Steps * Cols));
  Value *Across =
      B.CreateMul(F.getArg(SkinnyParam::RightAcross), B.getInt64(Bytes));
  for (unsigned Step = 0; Step != Steps; ++Step) {
    Value *At = Ptr;
    for (unsigned Col = 0; Col != Cols; ++Col) {
      Value *Element = B.CreateAlignedLoad(Nest.Elem.Ty, At, Align(Bytes));
      Flat = B.CreateInsertElement(Flat, Element, Col * Steps + Step);
      if (Col + 1 != Cols)
        At = B.CreatePtrAdd(At, Across);
    }
    if (Step + 1 != Steps)
      Ptr = B.CreatePtrAdd(Ptr, F.getArg(SkinnyParam::RightStep));
  }
  return Flat;
}

bool SkinnyTile::isFor(const OperandOrder &View) {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  const AffineRef *Left = View.Left.plain();
  return !View.Nest.Scale && Left && Left->isStrided() &&
         isAligned(*Left, DL) &&
         movesBy(*Left, DimK, DL.getTypeStoreSize(View.Nest.Elem.Ty));
}

unsigned SkinnyTile::rows(const OperandOrder &View, const BlockingPlan &Plan) {
  return std::max(Plan.Lanes, 2 * together(View.Nest, Plan));
}

unsigned SkinnyTile::tallRows(const OperandOrder &View,
                              const BlockingPlan &Plan) {
  const unsigned Twice = 2 * rows(View, Plan);
  const bool Fits =
      fitsLines(View, Plan) ||
      vectors(View.Nest, Plan, Twice, 1) <= Plan.Tune.Skinny.MaxVectors;
  return Fits ? Twice : Twice / 2;
}

unsigned SkinnyTile::maxCols(const BlockingPlan &Plan) {
  return std::min<uint64_t>(Plan.Tune.Skinny.MaxTransposedCols, Plan.Lanes / 2);
}

SkinnyTile::SkinnyTile(KernelContext &Ctx) : Ctx(Ctx) {
  Type *Ptr = Ctx.B.getPtrTy(), *Int = Ctx.B.getInt64Ty();
  Fn = getTileFunction(Ctx, Ctx.View.Nest.isVector() ? "column" : "thin",
                       {Ptr, Int, Ptr, Int, Int, Int, Ptr, Int, Int},
                       {SkinnyParam::LeftPtr, SkinnyParam::RightPtr},
                       [&](Function &F) { SkinnyFunction(F, Ctx).build(); });
}

void SkinnyTile::emitCall(Value *Left, Value *LineStride,
                          const TileOperand &Right, Value *Depth, Value *Sums,
                          Value *Rows, Value *Height, Value *Cols) {
  IRBuilderBase &B = Ctx.B;
  Value *IsUsual = B.CreateICmpEQ(Height, B.getInt64(rows(Ctx.View, Ctx.Plan)));
  Value *Case = Ctx.select(IsUsual, Cols, B.getInt64(TallColumn));
  emitTileCall(Ctx, *Fn,
               {Left, LineStride, Right.Ptr, Right.KStride, Right.Across, Depth,
                Sums, Case, Rows});
}

} // namespace gemmify
