//===- PackConstant.cpp - Packing constants at compile time ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackConstant.h"
#include "ConstantSlivers.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/loops/BlockSizes.h"
#include "pass/kernel/loops/Variant.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral PackedPrefix = "gemmify.packed.";

/// The bytes of all packed constants of \p M.
static uint64_t bytesOf(const Module &M) {
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : M.globals())
    if (G.getName().starts_with(PackedPrefix))
      Bytes += M.getDataLayout().getTypeAllocSize(G.getValueType());
  return Bytes;
}

/// The global of \p M that holds \p Slivers; null where there is none and it
/// would not fit in \p Limit bytes together with the others.
static GlobalVariable *getPacked(Module &M, Constant &Slivers, uint64_t Limit) {
  std::string Type;
  raw_string_ostream(Type) << *Slivers.getType();
  std::string Key = Type;
  if (const auto *Data = dyn_cast<ConstantDataSequential>(&Slivers))
    Key += Data->getRawDataValues();
  const std::string Name = nameByKey(PackedPrefix, Key);
  GlobalVariable *Known = M.getNamedGlobal(Name);
  if (Known && Known->isConstant() && Known->hasLocalLinkage() &&
      Known->hasInitializer() && Known->getInitializer() == &Slivers)
    return Known;
  const uint64_t Bytes = M.getDataLayout().getTypeAllocSize(Slivers.getType());
  if (bytesOf(M) + Bytes > Limit)
    return nullptr;
  auto *G = new GlobalVariable(M, Slivers.getType(), /*isConstant=*/true,
                               GlobalValue::PrivateLinkage, &Slivers, Name);
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  G->setAlignment(Align(PackedConstant::Alignment));
  return G;
}

/// Whether a kernel of \p Plan packs all of an operand in most runs. Others
/// read it in place.
static bool isOftenPacked(const Product &P, const BlockingPlan &Plan,
                          bool OfLeft) {
  if (Plan.MinPackWork <= 1 || P.OnlyPacks)
    return true;
  const bool IsReadInPlace = OfLeft ? P.Order.ReadsLeft : P.Order.ReadsRight;
  return !IsReadInPlace;
}

static std::optional<uint64_t> sizeOf(const GemmNest &Nest, LoopDim D) {
  const auto *Size = dyn_cast<SCEVConstant>(Nest.Index[D].Trip);
  return Size ? Size->getAPInt().tryZExtValue() : std::nullopt;
}

static std::optional<PackedConstant>
packOperand(const Product &P, const BlockingPlan &Plan, const Options &Opts,
            ScalarEvolution &SE, bool MayAllocate, bool OfLeft) {
  const OperandOrder &View = P.Order;
  const LoopDim Dim = OfLeft ? View.Row : View.Col;
  const auto Lines = sizeOf(View.Nest, Dim), Ks = sizeOf(View.Nest, DimK);
  if (!Lines || !Ks || !isOftenPacked(P, Plan, OfLeft) ||
      SaturatingMultiply(*Lines, *Ks) < SharedTuning::MinPackedConstant)
    return std::nullopt;
  const auto [Left, Right] = PackedOperand::both(View, Plan);
  const PackedOperand &Operand = OfLeft ? Left : Right;
  const PackingLayout Layout =
      KernelRequest{P, Plan, Opts, MayAllocate}.layout();
  const auto Elements =
      ConstantElements::of(View.Nest, Operand.Source, Dim, SE);
  const ConstantMatrix Matrix = {
      View.Nest, Operand, OfLeft ? Right : Left,
      OfLeft,    Dim,     OfLeft ? Plan.MR : Plan.NR,
      *Lines,    *Ks,     plannedDepth(Plan, Layout, *Ks)};
  ConstantSlivers Slivers(Matrix);
  if (!Elements || !Slivers.isSupported())
    return std::nullopt;
  PackedConstant Packed = {nullptr, OfLeft, Matrix.Depth, Slivers.bytes()};
  if (Packed.Bytes > Opts.ConstantBytes)
    return Packed;
  Constant *Data = Slivers.pack(*Elements);
  if (!Data)
    return std::nullopt;
  Packed.Global =
      getPacked(*View.Nest.C.Access->getModule(), *Data, Opts.ConstantBytes);
  return Packed;
}

/// A plan that packs \p P where \p Plan copies slivers of the left operand in
/// each run of a product of known sizes, one that has no fewer rows than
/// columns: these would be copied instead.
static std::optional<BlockingPlan>
planInstead(const Product &P, const BlockingPlan &Plan, const Options &Opts,
            const ConstantHost &Host, ScalarEvolution &SE) {
  const auto Rows = sizeOf(P.nest(), P.Order.Row),
             Cols = sizeOf(P.nest(), P.Order.Col);
  if (Plan.Chosen != Strategy::Tiling || Opts.Plan.Wanted != Strategy::Auto ||
      !P.nest().hasKnownTrips() || P.Order.ReadsLeft || *Cols > *Rows)
    return std::nullopt;
  Options Packing = Opts;
  Packing.Plan.Wanted = Strategy::Packing;
  Expected<BlockingPlan> Other =
      planNest(P, Packing, Host.F, Host.TTI, SE, Host.Around);
  if (Other && Other->Chosen == Strategy::Packing)
    return std::move(*Other);
  consumeError(Other.takeError());
  return std::nullopt;
}

void packConstant(Product &P, BlockingPlan &Plan, ArrayRef<VersionPlan> Levels,
                  const Options &Opts, const ConstantHost &Host,
                  ScalarEvolution &SE) {
  const GemmNest &Nest = P.nest();
  // Blocks of regions begin anywhere. Teams pack for themselves, and so do
  // functions for whole tiles.
  if (!Levels.empty() || !Opts.ConstantBytes || Nest.Region ||
      !Nest.Step.isOne() || Nest.isVector() || Plan.Streams || Opts.Threads > 1)
    return;
  const bool MayAllocate = Host.Around.MayAllocate;
  if (const auto Other = planInstead(P, Plan, Opts, Host, SE)) {
    P.Constant = packOperand(P, *Other, Opts, SE, MayAllocate, /*OfLeft=*/true);
    if (P.packedConstant(/*OfLeft=*/true))
      Plan = *Other;
    return;
  }
  if (Plan.Chosen != Strategy::Packing)
    return;
  for (bool OfLeft : {true, false})
    if ((P.Constant = packOperand(P, Plan, Opts, SE, MayAllocate, OfLeft)))
      return;
}

} // namespace gemmify
