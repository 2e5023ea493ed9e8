//===- PackRuns.cpp - Packing what axes carry -----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand whose axes do not fold moves by one stride within a run, a step
/// of all axes but the innermost: a row of an image, the channels of a pixel.
/// Lines in one run are packed by columns, steps of k in one run are
/// transposed.
///
//===----------------------------------------------------------------------===//

#include "Packer.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Whether vectors along \p D are memory as it is where they are in one run.
/// Ks are run through so only where lines are not, in no groups.
bool Packer::isInRunsOf(LoopDim D) const {
  if (D == P.Dim)
    return isContiguous(Source, D, Ctx.DL, /*InOneRun=*/true);
  return Group == 1 && isCarried(Source, DimK) &&
         llvm::none_of(
             Source.Loads,
             [&](const AffineRef &R) { return R.isLookedUp(P.Dim); }) &&
         isContiguous(Source, DimK, Ctx.DL, /*InOneRun=*/true) &&
         !isContiguous(Source, P.Dim, Ctx.DL, /*InOneRun=*/true);
}

/// One sliver of lines that are not one stride apart.
void Packer::emitCarriedSliver(Value *First, Value *Left,
                               const PackedSliver &Sliver) {
  Value *Width = B.getInt64(P.Width);
  Value *Count = Ctx.smaller(Left, Width);
  if (!isInRunsOf(P.Dim) || Group > 1) {
    const CarryTable Lines(Ctx, Source.Loads, P.Dim, First, Count, P.Width);
    return emitSliver(First, Left, Sliver);
  }
  Value *IsOneRun =
      B.CreateAnd({B.CreateICmpSGE(Left, Width),
                   isInOneRun(Ctx, Source.Loads, P.Dim, First, Width)});
  emitIf(
      B, "pack.run", IsOneRun,
      [&] {
        const CarryTable Lines(Ctx, Source.Loads, P.Dim, First);
        Ctx.Slices.inOneRun(P.Dim, [&] { emitFullSliver(First, Sliver.Ptr); });
      },
      [&] { emitRunsOfLines(First, Count, Sliver.Ptr); });
}

/// \p Count lines in several runs, each by columns.
void Packer::emitRunsOfLines(Value *First, Value *Count, Value *Dest) {
  emitIf(B, "pack.partial", B.CreateICmpSLT(Count, B.getInt64(P.Width)), [&] {
    forEachStep([&](Value *K) { clearColumns(1, slot(Dest, K)); });
  });
  forEachRun(Ctx, Source.Loads, P.Dim, {First, Count}, [&](IndexRange Run) {
    Value *Before = B.CreateSub(Run.First, First);
    copyLines(Run, Ctx.packedPtr(P.Operand, Dest, Before));
  });
}

void Packer::forEachStep(function_ref<void(Value *)> Body) {
  emitLoop(B, "pack.k", FirstK, EndK, 1, /*RunsOnce=*/true, Body);
}

/// Lines of one run, a vector of them at a time, for all steps of k. \p Dest
/// is where the first one goes.
void Packer::copyLines(IndexRange Run, Value *Dest) {
  const unsigned Lanes = Ctx.Plan.Lanes;
  Value *Zero = B.getInt64(0);
  Value *Left = B.CreateURem(Run.Count, B.getInt64(Lanes));
  Value *Whole = B.CreateSub(Run.Count, Left);
  emitLoop(B, "pack.lines", Zero, Whole, Lanes, /*RunsOnce=*/false,
           [&](Value *Line) {
             Value *At = addIndices(B, Run.First, Line);
             copyVectors(At, Lanes, Ctx.packedPtr(P.Operand, Dest, Line));
           });
  emitIf(B, "pack.last", B.CreateICmpNE(Left, Zero), [&] {
    Value *At = addIndices(B, Run.First, Whole);
    copyLastLines(At, Left, Ctx.packedPtr(P.Operand, Dest, Whole));
  });
}

void Packer::copyVectors(Value *First, unsigned Lanes, Value *Dest) {
  forEachStep([&](Value *K) {
    Value *V = vector(at(First, K), P.Dim, Lanes);
    B.CreateAlignedStore(V, slot(Dest, K), Align(P.Operand.Bytes));
  });
}

/// \p Count lines, less than a vector.
void Packer::copyLastLines(Value *First, Value *Count, Value *Dest) {
  const unsigned Lanes = Ctx.Plan.Lanes;
  if (canMaskLines()) {
    auto *Ty = FixedVectorType::get(P.Operand.Ty, Lanes);
    Value *Valid = Ctx.firstLanes(Count, Lanes);
    return forEachStep([&](Value *K) {
      Value *V = B.CreateMaskedLoad(Ty, address(at(First, K)),
                                    Source.plain()->Alignment, Valid,
                                    Constant::getNullValue(Ty));
      B.CreateMaskedStore(V, slot(Dest, K), Align(P.Operand.Bytes), Valid);
    });
  }
  if (!isPowerOf2_32(Lanes))
    return forEachStep([&](Value *K) {
      copyElements(First, Count, K, B.getInt64(1), 1, slot(Dest, K));
    });
  emitHalves(
      B, "pack.some", Count, Lanes,
      [&](unsigned Some) { copyVectors(First, Some, Dest); },
      [&](Value *Done) {
        First = B.CreateAdd(First, Done);
        Dest = Ctx.packedPtr(P.Operand, Dest, Done);
      });
}

/// Whether lines in one run can be packed by masks.
bool Packer::canMaskLines() const {
  const AffineRef *R = Source.plain();
  return R && R->ElemTy == P.Operand.Ty && !P.Operand.Flipped &&
         Ctx.hasMaskedLoads(P.Operand.Bytes) &&
         Ctx.hasMaskedStores(P.Operand.Bytes);
}

/// Emits \p Body for each run of \p All, of k: in one step of each axis that
/// counters move with, too, where these are long enough for some vectors, so
/// that conditions are asked once for all lanes.
void Packer::forEachRunOfK(IndexRange All,
                           function_ref<void(IndexRange)> Body) {
  auto Emit = [&](ArrayRef<Counter> Counters) {
    forEachRun(Ctx, Source.Loads, DimK, All, Body, Counters);
  };
  Value *Step = shortestStep(Ctx, Source.Counters, DimK);
  if (!Step)
    return Emit({});
  Value *IsLong = B.CreateICmpUGE(Step, B.getInt64(2 * Ctx.Plan.Lanes));
  Value *IsWhole = B.CreateIsNull(B.CreateURem(Step, B.getInt64(Group)));
  emitIf(
      B, "pack.steps", B.CreateAnd(IsLong, IsWhole),
      [&] { Emit(Source.Counters); }, [&] { Emit({}); });
}

/// The same as emitTransposed() for each run of k. \p Count lines; null: all.
void Packer::emitRunsOfK(Value *First, Value *Count, Value *Dest) {
  Value *End = EndK;
  forEachRunOfK({FirstK, B.CreateSub(EndK, FirstK)}, [&](IndexRange Ks) {
    EndK = B.CreateAdd(Ks.First, Ks.Count);
    emitTransposed(Ks.First, Ks.Count, First, Count, Dest);
  });
  EndK = End;
}

/// \p Count lines in groups of steps of k: by vectors where steps lie side by
/// side in runs of whole groups, by elements elsewhere.
void Packer::emitGroupsOfLines(Value *First, Value *Count, Value *Dest) {
  if (!isPowerOf2_32(Group) || !isCarried(Source, DimK) ||
      !isContiguous(Source, DimK, Ctx.DL, /*InOneRun=*/true))
    return emitGroups(P.K, First, Count, Dest);
  Value *Any = B.CreateOr(P.K, P.Depth);
  for (const AffineRef &R : Source.Loads)
    if (Value *Length = runLength(Ctx, R, DimK))
      Any = B.CreateOr(Any, Length);
  Value *IsWhole = B.CreateIsNull(B.CreateURem(Any, B.getInt64(Group)));
  emitIf(
      B, "pack.runs", IsWhole, [&] { emitRunsOfGroups(First, Count, Dest); },
      [&] { emitGroups(P.K, First, Count, Dest); });
}

void Packer::emitRunsOfGroups(Value *First, Value *Count, Value *Dest) {
  forEachRunOfK({P.K, P.Depth}, [&](IndexRange Ks) {
    Value *Rest = emitTransposedSteps(Ks.First, Ks.Count, First, Count, Dest);
    emitLoop(B, "pack.k", Rest, B.CreateAdd(Ks.First, Ks.Count), Group,
             /*RunsOnce=*/false, [&](Value *K) {
               emitPartialGroup(First, Count, K, slot(Dest, K));
             });
  });
}

/// Whether a stride along \p D is found out when the kernel runs.
static bool hasOpenStride(const AffineRef &R, LoopDim D) {
  return R.dependsOn(D) && !isa<SCEVConstant>(R.Stride[D]);
}

Value *movesByElements(KernelContext &Ctx, const PackedBlock &Block) {
  const PackedOperand &Op = Block.Operand;
  const LoopDim D = Block.Dim;
  const auto &Loads = Op.Source.Loads;
  if (Op.Group > 1 || Op.FillsUpTo > 1 ||
      !(isCarried(Op.Source, D) || isCarried(Op.Source, DimK)) ||
      llvm::none_of(Loads, [&](auto &R) { return hasOpenStride(R, D); }) ||
      !isContiguous(byElements(Op, D).Source, D, Ctx.DL, /*InOneRun=*/true))
    return nullptr;
  SmallVector<Value *, 2> Conds;
  for (const AffineRef &R : Loads)
    if (hasOpenStride(R, D))
      Conds.push_back(Ctx.B.CreateICmpEQ(
          Ctx.Sig.get(R.Stride[D]),
          Ctx.B.getInt64(Ctx.DL.getTypeStoreSize(R.ElemTy))));
  return Ctx.all(Conds);
}

PackedOperand byElements(const PackedOperand &Operand, LoopDim D) {
  PackedOperand Result = Operand;
  for (AffineRef &R : Result.Source.Loads)
    R.IsUnit[D] = hasOpenStride(R, D);
  return Result;
}

} // namespace gemmify
