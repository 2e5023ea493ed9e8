//===- TableWalk.cpp - Loops over all that a path finds -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableWalk.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

struct TableWalk::Way {
  const TabledOperand &Of;
  ArrayRef<Value *> Strides;
  bool ToRows; ///< Not to each of their elements.
  Visit Body;
};

/// Goes along the axes of \p Level, from number \p Axis on, and from each place
/// there to the next level.
void TableWalk::goAlong(const Way &W, unsigned Axis, unsigned Level, Value *Ptr,
                        Value *At) {
  ArrayRef<DenseAxis> Axes = W.Of.Layout.axes();
  const bool IsRow = Level + 1 == W.Of.Path.Levels.size();
  while (Axis != Axes.size() && Axes[Axis].Level != Level)
    ++Axis;
  if (Axis == Axes.size() || (IsRow && W.ToRows)) {
    if (IsRow)
      return W.Body(Ptr, At);
    Value *Next = B.CreateAlignedLoad(B.getPtrTy(), Ptr, Align(1));
    return enterLevel(W, Level + 1, Next, At);
  }
  const DenseAxis &Along = Axes[Axis];
  Value *Origin = DenseLayout::origin(B, Along, CountOf);
  Value *Unit = NumberOf(Along.Unit);
  if (!Along.isWhole()) {
    Value *First = B.CreateAdd(At, B.CreateMul(W.Strides[Axis], Origin));
    return goByLoops(W, Axis, 0, Level, Ptr, First);
  }
  Value *Extent = DenseLayout::extent(B, Along, CountOf);
  emitLoop(B, "places", B.getInt64(0), Extent, 1, /*RunsOnce=*/true,
           [&](Value *Place) {
             Value *Moved = B.CreateMul(Unit, B.CreateSub(Place, Origin));
             Value *ThePtr = B.CreatePtrAdd(Ptr, Moved);
             Value *Step = B.CreateMul(W.Strides[Axis], Place);
             goAlong(W, Axis + 1, Level, ThePtr, B.CreateAdd(At, Step));
           });
}

/// Some positions of an axis are none that loops come to.
void TableWalk::goByLoops(const Way &W, unsigned Axis, unsigned Loop,
                          unsigned Level, Value *Ptr, Value *At) {
  const DenseAxis &Along = W.Of.Layout.axes()[Axis];
  if (Loop == Along.By.size())
    return goAlong(W, Axis + 1, Level, Ptr, At);
  const auto &[L, Times] = Along.By[Loop];
  emitLoop(B, "places", B.getInt64(0), CountOf(L), 1, /*RunsOnce=*/true,
           [&, Times = Times](Value *Index) {
             Value *Place =
                 B.CreateMul(Index, B.getInt64(static_cast<uint64_t>(Times)));
             Value *Moved = B.CreateMul(NumberOf(Along.Unit), Place);
             Value *ThePtr = B.CreatePtrAdd(Ptr, Moved);
             Value *Step = B.CreateMul(W.Strides[Axis], Place);
             goByLoops(W, Axis, Loop + 1, Level, ThePtr, B.CreateAdd(At, Step));
           });
}

void TableWalk::enterLevel(const Way &W, unsigned Level, Value *Ptr,
                           Value *At) {
  Value *First = B.CreatePtrAdd(Ptr, NumberOf(W.Of.Path.Levels[Level].Const));
  goAlong(W, 0, Level, First, At);
}

void TableWalk::eachElement(const TabledOperand &Of, ArrayRef<Value *> Strides,
                            Visit Body) {
  enterLevel({Of, Strides, /*ToRows=*/false, Body}, 0, NumberOf(Of.Path.Base),
             B.getInt64(0));
}

void TableWalk::eachFirst(const TabledOperand &Of, ArrayRef<Value *> Strides,
                          Visit Body) {
  enterLevel({Of, Strides, /*ToRows=*/true, Body}, 0, NumberOf(Of.Path.Base),
             B.getInt64(0));
}

void TableWalk::eachRow(const TabledOperand &Of, ArrayRef<Value *> Strides,
                        Visit Body) {
  eachFirst(Of, Strides,
            [&](Value *Ptr, Value *At) { Body(lowest(Of, Ptr), At); });
}

void TableWalk::eachOfRows(const TabledOperand &Of, ArrayRef<Value *> Strides,
                           ArrayRef<Value *> RowStrides, Value *Firsts,
                           Visit Body) {
  ArrayRef<DenseAxis> Axes = Of.Layout.axes();
  auto First = [&](Value *Row) {
    return B.CreateAlignedLoad(
        B.getPtrTy(), B.CreateGEP(B.getPtrTy(), Firsts, Row), Align(8));
  };
  // Ptr is null as long as axes are those of tables, which come first.
  std::function<void(unsigned, Value *, Value *, Value *)> Go =
      [&](unsigned Axis, Value *Row, Value *Ptr, Value *At) {
        const bool IsEnd = Axis == Axes.size();
        if (!Ptr && (IsEnd || Of.isInRow(Axes[Axis])))
          Ptr = First(Row);
        if (IsEnd)
          return Body(Ptr, At);
        const DenseAxis &Along = Axes[Axis];
        emitLoop(B, "places", B.getInt64(0), CountOf(Along.By.front().first), 1,
                 /*RunsOnce=*/true, [&](Value *Place) {
                   Value *Next =
                       B.CreateAdd(At, B.CreateMul(Strides[Axis], Place));
                   if (!Ptr)
                     return Go(
                         Axis + 1,
                         B.CreateAdd(Row, B.CreateMul(RowStrides[Axis], Place)),
                         nullptr, Next);
                   Value *Moved = B.CreateMul(NumberOf(Along.Unit), Place);
                   Go(Axis + 1, Row, B.CreatePtrAdd(Ptr, Moved), Next);
                 });
      };
  Go(0, B.getInt64(0), nullptr, B.getInt64(0));
}

void TableWalk::goInOrder(ArrayRef<const Loop *> Loops,
                          function_ref<void(const Loop *)> Entered,
                          function_ref<void()> Body) {
  if (Loops.empty())
    return Body();
  const Loop *L = Loops.front();
  emitLoop(B, "rows", B.getInt64(0), CountOf(L), 1, /*RunsOnce=*/true,
           [&](Value *At) {
             Index[L] = At;
             Entered(L);
             goInOrder(Loops.drop_front(), Entered, Body);
           });
}

Value *TableWalk::placeOf(const TablePath &Path, bool AlongRow) {
  Value *Ptr = NumberOf(Path.Base);
  for (const auto &[Level, Form] : enumerate(Path.Levels)) {
    if (Level != 0)
      Ptr = B.CreateAlignedLoad(B.getPtrTy(), Ptr, Align(1));
    Ptr = B.CreatePtrAdd(Ptr, NumberOf(Form.Const));
    if (Level + 1 == Path.Levels.size() && !AlongRow)
      break;
    for (const auto &[L, Step] : Form.Terms)
      Ptr = B.CreatePtrAdd(Ptr, B.CreateMul(NumberOf(Step), Index.lookup(L)));
  }
  return Ptr;
}

void TableWalk::eachRowInOrder(const TabledOperand &Of, const TableNest &Nest,
                               ArrayRef<Value *> Strides,
                               function_ref<void(const Loop *)> Entered,
                               Visit Body) {
  goInOrder(Nest.loopsOfRows(/*AroundStore=*/true), Entered, [&] {
    goInOrder(Nest.loopsOfRows(/*AroundStore=*/false), Entered, [] {});
    Value *Ptr = placeOf(Of.Path, /*AlongRow=*/false), *At = B.getInt64(0);
    for (const auto &[Axis, Stride] : llvm::zip(Of.Layout.axes(), Strides))
      if (!Of.isInRow(Axis))
        At = B.CreateAdd(
            At, B.CreateMul(Stride, Index.lookup(Axis.By.front().first)));
    Body(lowest(Of, Ptr), At);
  });
}

/// The lowest byte of the row whose first element is at \p Ptr.
Value *TableWalk::lowest(const TabledOperand &Of, Value *Ptr) {
  for (const DenseAxis &Axis : Of.Layout.axes()) {
    if (!Of.isInRow(Axis))
      continue;
    Value *Unit = NumberOf(Axis.Unit);
    Value *Origin = DenseLayout::origin(B, Axis, CountOf);
    Value *Extent = DenseLayout::extent(B, Axis, CountOf);
    Value *Last = B.CreateSub(Extent, B.CreateAdd(Origin, B.getInt64(1)));
    Value *OneEnd = B.CreateMul(Unit, B.CreateNeg(Origin));
    Value *OtherEnd = B.CreateMul(Unit, Last);
    Ptr = B.CreatePtrAdd(
        Ptr, B.CreateBinaryIntrinsic(Intrinsic::smin, OneEnd, OtherEnd));
  }
  return Ptr;
}

std::pair<Value *, Value *> TableWalk::stepsOf(const DenseAxis &Axis) {
  Value *Unit = B.CreateBinaryIntrinsic(Intrinsic::abs, NumberOf(Axis.Unit),
                                        B.getFalse());
  Value *Extent = DenseLayout::extent(B, Axis, CountOf);
  return {Unit, B.CreateSub(Extent, B.getInt64(1))};
}

Value *TableWalk::rowBytes(const TabledOperand &Of) {
  Value *Bytes = B.getInt64(Of.Layout.elementBytes());
  for (const DenseAxis &Axis : Of.Layout.axes()) {
    if (!Of.isInRow(Axis))
      continue;
    auto [Unit, Last] = stepsOf(Axis);
    Bytes = B.CreateAdd(Bytes, B.CreateMul(Unit, Last));
  }
  return Bytes;
}

} // namespace gemmify
