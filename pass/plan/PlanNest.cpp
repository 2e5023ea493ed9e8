//===- PlanNest.cpp - From a nest to a planning request -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNest.h"
#include "SizeBound.h"
#include "lowering/target/HostLimits.h"
#include "lowering/target/TargetTable.h"
#include "pass/product/NarrowOperand.h"
#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

static std::optional<uint64_t> constantTrip(const SCEV *Trip) {
  const auto *C = dyn_cast<SCEVConstant>(Trip);
  if (!C)
    return std::nullopt;
  return C->getAPInt().getZExtValue();
}

/// An upper bound of m·n·k from conditions around the nest, the types of its
/// sizes and operations like `n % 8`; saturating.
static uint64_t mostWork(const GemmNest &Nest, ScalarEvolution &SE) {
  uint64_t Most = 1;
  for (const SCEV *Trip : Nest.trips())
    Most = SaturatingMultiply(Most, mostIterations(Trip, *Nest.Root, SE));
  return Most;
}

/// The form in which operands of kind \p From are packed as kind \p To.
static PackedForm packedForm(const OperandOrder &Order, const ProductKind &From,
                             const ProductKind &To, unsigned SumBytes) {
  PackedForm Form;
  Form.Narrow = From.isNarrow();
  if (!Form.Narrow || !From.Sum->isIntegerTy())
    return Form;
  if (From.Left != To.Left || From.Right != To.Right) {
    Form.IntBits = To.Left->getIntegerBitWidth();
  } else {
    Form.FlipLeft = From.LeftSigned != To.LeftSigned;
    Form.FlipRight = From.RightSigned != To.RightSigned;
  }
  if (Form.FlipLeft || NarrowOperand::of(Order.Nest, Order.Left)->Added)
    Form.RightSums = SumBytes;
  if (Form.FlipRight || NarrowOperand::of(Order.Nest, Order.Right)->Added)
    Form.LeftSums = SumBytes;
  return Form;
}

static bool isBfloat(const Value *V) {
  return V->getType()->getScalarType()->isBFloatTy();
}

/// Whether \p I does more with bfloats than load them and convert them to
/// another type.
static bool computesOfBfloats(const Instruction &I) {
  if (!isBfloat(&I) && llvm::none_of(I.operands(), isBfloat))
    return false;
  if (isa<LoadInst>(I))
    return !llvm::all_of(I.users(),
                         [](const User *U) { return isa<FPExtInst>(U); });
  return !isa<FPExtInst>(I) || !isa<LoadInst>(I.getOperand(0));
}

/// Whether \p Nest does more with bfloats than load and convert them.
static bool computesOfBfloats(const GemmNest &Nest) {
  return llvm::any_of(Nest.Root->blocks(), [](const BasicBlock *BB) {
    return llvm::any_of(
        *BB, [](const Instruction &I) { return computesOfBfloats(I); });
  });
}

static BlockingPlan keepLoops(const Twine &Why) {
  BlockingPlan Plan;
  Plan.Chosen = Strategy::Off;
  Plan.WhyOff = Why.str();
  return Plan;
}

static bool storesVector(const Instruction *Write) {
  const auto *Store = dyn_cast<StoreInst>(Write);
  return Store && Store->getValueOperand()->getType()->isVectorTy();
}

/// The most steps of a loop of \p Nest that, next to other statements, computes
/// the remainder of hand-written vector code: fewer than one vector of \p
/// Lanes, or than two of SSE. Split off, such a product gains less than reading
/// the operands again costs.
static std::optional<uint64_t>
stepsLeftByVectors(const GemmNest &Nest, unsigned Lanes, ScalarEvolution &SE) {
  if (llvm::none_of(Nest.Besides.Writes, storesVector))
    return std::nullopt;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (!isa<SCEVConstant>(Nest.Index[D].Trip)) {
      const uint64_t Most =
          std::min(mostIterations(Nest.Index[D].Trip, *Nest.Root, SE),
                   mostLeftByLoopBefore(*Nest.Index[D].innermost(), SE));
      if (Most < std::max(Lanes, 8u))
        return Most;
    }
  return std::nullopt;
}

/// Makes the tile narrow enough for registers to hold, besides its sums, a
/// column of the left operand and an element of the right one of each of \p
/// Products, and what they give.
static void makeRoom(TargetRecord &Target, unsigned Products,
                     unsigned SumBytes) {
  const unsigned Lanes = Target.VectorBits / 8 / SumBytes;
  if (!Lanes || !Target.VectorRegs)
    return;
  const unsigned Column = divideCeil(Target.Tile.MR, Lanes);
  const unsigned Others = Products * Column + 3;
  const unsigned Cols =
      Target.VectorRegs > Others ? (Target.VectorRegs - Others) / Column : 1;
  Target.Tile.NR = std::min(Target.Tile.NR, std::max(1u, Cols));
}

/// How many products of a step are added to each other first, at most.
static unsigned mostAddedFirst(const StepProducts &Step) {
  unsigned Most = 0;
  for (unsigned First = 0; First != Step.count();) {
    const unsigned Count = Step.addedWith(First);
    Most = std::max(Most, Count);
    First += Count;
  }
  return Most;
}

Expected<BlockingPlan> planNest(const Product &P, const Options &Opts,
                                const Function &F,
                                const TargetTransformInfo &TTI,
                                ScalarEvolution &SE, Surroundings Around) {
  const GemmNest &Nest = P.nest();
  if (mustNotCall(F))
    return keepLoops(sentence(Reason::Streaming));
  if (lacksBfloatVectors(F) && computesOfBfloats(Nest))
    return keepLoops(sentence(Reason::LongBfloatVectors));
  Expected<TargetChoice> Choice = selectTarget(F, P.Kind, Opts.TargetRow);
  if (!Choice)
    return Choice.takeError();
  PlanRequest R;
  const ProductKind Packed = Choice->Row->packed(F, Choice->Kind);
  R.Target = Choice->Row->Describe(F, Packed, TTI);
  const DataLayout &DL = SE.getDataLayout();
  R.ElemBytes = DL.getTypeStoreSize(Packed.Left) * Nest.Step.count();
  R.WholeTiles = !Nest.Step.isOne();
  R.IsVector = Nest.isVector();
  R.SumBytes = DL.getTypeStoreSize(Nest.Elem.Ty);
  const bool HasOwnTile = !Opts.Plan.NR && !Opts.Plan.NC && !Opts.Plan.MR;
  if (Nest.Step.AddedFirst && HasOwnTile)
    makeRoom(R.Target, mostAddedFirst(Nest.Step), R.SumBytes);
  R.Form = packedForm(P.Order, Choice->Kind, Packed, R.SumBytes);
  R.Form.FillsUp =
      R.Form.Narrow && (Nest.Elem.Ty->isIntegerTy() || R.Target.FillsUpFloats);
  R.AnyOrder = Nest.Elem.Ty->isIntegerTy();
  R.M = constantTrip(Nest.Index[DimI].Trip);
  R.N = constantTrip(Nest.Index[DimJ].Trip);
  R.K = constantTrip(Nest.Index[DimK].Trip);
  if (P.Order.Row == DimJ)
    std::swap(R.M, R.N);
  R.MostWork = mostWork(Nest, SE);
  R.CanTile = P.CanTile;
  R.CanReadLeft = P.Order.ReadsLeft;
  R.CanReadRight = P.Order.ReadsRight;
  R.SumsRest = P.SumsRest;
  R.SliverBytes = Opts.StackBytes;
  R.CanUseIntrinsic = P.FitsOneCall;
  R.LooksUpRows = !Nest.RowLoads.empty();
  const uint64_t StackBytes = Opts.StackBytes - R.Target.BufferBytes;
  R.MayOverlap = Around.MayOverlap;
  if (!Around.MayAllocate)
    R.WorkspaceLimit = StackBytes;
  Expected<BlockingPlan> Plan = planBlocking(R, Opts.Plan);
  if (!Plan)
    return Plan;
  if (Opts.Plan.Wanted == Strategy::Auto)
    if (auto Most = stepsLeftByVectors(Nest, Plan->Lanes, SE))
      return keepLoops("a loop of at most " + Twine(*Most) +
                       " steps beside other statements is too short to gain");
  // Both parts of an element are in one tile.
  if (Nest.Step.Odd && (P.Order.Row != *Nest.Step.PairedAlong || Plan->MR % 2))
    return keepLoops(sentence(Reason::PartsInTwoTiles));
  Plan->StackBytes = StackBytes;
  return Plan;
}

} // namespace gemmify
