//===- KeptFactors.cpp - Factors of a block of steps ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptFactors.h"
#include "intrinsic/Tuning.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/rewrite/staircase/SavedElements.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

Value *distanceAt(IRBuilderBase &B, AllocaInst &Distances, Value *Begin,
                  Value *Step) {
  return StatementEmitter::placeOfStep(B, B.getInt64Ty(), &Distances, Begin,
                                       Step);
}

void exchangeElements(IRBuilderBase &B, Type *Ty, ArrayRef<Value *> Places,
                      Align Aligned) {
  Value *First = B.CreateAlignedLoad(Ty, Places[0], Aligned);
  Value *Second = B.CreateAlignedLoad(Ty, Places[1], Aligned);
  B.CreateAlignedStore(Second, Places[0], Aligned);
  B.CreateAlignedStore(First, Places[1], Aligned);
}

void KeptFactors::reserve() {
  if (!P.Factor)
    return;
  Instruction *Jump = Trial.start().getTerminator();
  IRBuilder<> B(Jump);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Value *Behind = Emit.term(B, P.FactorRows.Last + 1);
  Value *Rows = B.CreateNSWSub(Behind, Emit.term(B, P.FactorRows.First));
  Bytes = B.CreateNSWMul(Rows, B.getInt64(bytesOfColumn(P.Nest)));
  Place = new FreezeInst(PoisonValue::get(B.getPtrTy()), "gemmify.factors",
                         Jump->getIterator());
  Emit.Saved.Place = Place;
  Emit.Saved.Rows = P.FactorRows;
  Emit.Saved.RowsAreContiguous = false;
  Emit.Kept = P.Factor;
  Emit.KeptAt = P.factor();
  Trial.leaveUnless(B.CreateIsNotNull(Place), *Jump);
}

void KeptFactors::endAt(BasicBlock &Exit) {
  if (P.Factor)
    Ends.push_back(Exit.getTerminator());
}

void KeptFactors::keep(Value *Begin, Value *Step) {
  if (!P.Factor || P.FactorFrom)
    return;
  const Term &Row = P.update().Target.At[1 - P.ColumnOf];
  const ModelLoop &OfRows = P.Nest.Loops[Row.Index];
  Loop &L = Trial.copyOf(*OfRows.L);
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  Emit.setCounter(0, Step);
  Value *First = Emit.term(B, OfRows.Low + Row.Plus);
  First = B.CreateNSWSub(First, Emit.term(B, P.FactorRows.First));
  B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
  PHINode *Number = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.row");
  B.SetInsertPoint(L.getLoopLatch()->getTerminator());
  Number->addIncoming(First, L.getLoopPreheader());
  Number->addIncoming(B.CreateAdd(Number, B.getInt64(1), "", false, true),
                      L.getLoopLatch());
  auto *Factor = cast<Instruction>(Trial[P.Factor]);
  B.SetInsertPoint(*Factor->getInsertionPointAfterDef());
  B.SetCurrentDebugLocation(Factor->getDebugLoc());
  Value *To = Emit.savedPlace(B, B.CreateNSWSub(Step, Begin), Number);
  B.CreateAlignedStore(Factor, To, Align(P.Nest.elementBytes()));
}

/// Copies factors of the steps from \p Begin to \p Last, before \p At.
void KeptFactors::copyColumns(Instruction &At, Value *Begin, Value *Last) {
  const Term &Row = P.update().Target.At[1 - P.ColumnOf];
  const ModelLoop &OfRows = P.Nest.Loops[Row.Index];
  HostLoop Step = Loops.addLoop(At, Begin, Last, /*Down=*/false,
                                /*Guarded=*/true);
  Emit.setCounter(0, Step.Counter);
  IRBuilder<> B(Step.Body);
  Value *First = Emit.term(B, OfRows.Low), *End = Emit.term(B, OfRows.High);
  HostLoop Each = Loops.addLoop(*Step.Body, First, End, /*Down=*/false,
                                /*Guarded=*/true);
  Emit.setCounter(Row.Index, Each.Counter);
  B.SetInsertPoint(Each.Body);
  const Align Aligned(P.Nest.elementBytes());
  Value *V = B.CreateAlignedLoad(P.Nest.ElemTy, Emit.address(B, *P.FactorFrom),
                                 P.Nest.Align);
  Value *Number =
      B.CreateNSWSub(Emit.term(B, Row), Emit.term(B, P.FactorRows.First));
  B.CreateAlignedStore(
      V, Emit.savedPlace(B, B.CreateNSWSub(Step.Counter, Begin), Number),
      Aligned);
  markFallback(*Step.L);
  markFallback(*Each.L);
}

void KeptFactors::exchange(Instruction &At, Value *Begin, Value *Last,
                           AllocaInst &Distances) {
  if (!P.Factor)
    return;
  if (P.FactorFrom)
    copyColumns(At, Begin, Last);
  IRBuilder<> B(&At);
  HostLoop Each = Loops.addLoop(At, B.CreateNSWAdd(Begin, B.getInt64(1)), Last,
                                /*Down=*/false, /*Guarded=*/true);
  B.SetInsertPoint(Each.Body);
  Emit.setCounter(0, Each.Counter);
  Value *Distance = B.CreateLoad(B.getInt64Ty(),
                                 distanceAt(B, Distances, Begin, Each.Counter));
  Value *Row = Emit.term(B, P.Step.At[1 - P.ColumnOf]);
  Row = B.CreateNSWSub(Row, Emit.term(B, P.FactorRows.First));
  Value *Stride = Numbers.hold(P.Nest.Stride[1 - P.ColumnOf], Trial.start());
  Instruction &On = Loops.addBranch(*Each.Body, B.CreateIsNotNull(Distance));
  B.SetInsertPoint(&On);
  Value *Other = B.CreateNSWAdd(Row, B.CreateSDiv(Distance, Stride));
  Value *Columns = B.CreateNSWSub(Each.Counter, Begin);
  Value *LastColumn = B.CreateNSWSub(Columns, B.getInt64(1));
  HostLoop Column = Loops.addLoop(On, B.getInt64(0), LastColumn,
                                  /*Down=*/false, /*Guarded=*/false);
  B.SetInsertPoint(Column.Body);
  exchangeElements(B, P.Nest.ElemTy,
                   {Emit.savedPlace(B, Column.Counter, Row),
                    Emit.savedPlace(B, Column.Counter, Other)},
                   Align(P.Nest.elementBytes()));
  markFallback(*Each.L);
  markFallback(*Column.L);
}

void KeptFactors::emitWorkspace() {
  if (!P.Factor)
    return;
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Value *Workspace = takeWorkspace(B, Bytes);
  Place->replaceAllUsesWith(Workspace);
  Place->eraseFromParent();
  for (Instruction *End : Ends) {
    B.SetInsertPoint(End);
    giveWorkspace(B, Workspace);
  }
}

} // namespace gemmify
