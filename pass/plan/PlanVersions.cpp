//===- PlanVersions.cpp - Plans for processors that may be met ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanVersions.h"

using namespace llvm;

namespace gemmify {

/// What multiplies a product, and how wide it is.
static Expected<std::pair<const TargetRow *, unsigned>>
machineOf(const Product &P, const Function &F, const Options &Opts,
          const TargetTransformInfo &TTI) {
  Expected<TargetChoice> Choice = selectTarget(F, P.Kind, Opts.TargetRow);
  if (!Choice)
    return Choice.takeError();
  const ProductKind Packed = Choice->Row->packed(F, Choice->Kind);
  return std::pair(Choice->Row,
                   Choice->Row->Describe(F, Packed, TTI).VectorBits);
}

/// A function that saves registers for its callers does not know the registers
/// of better processors.
static bool savesAllItKnows(const Function &F) {
  return F.getCallingConv() == CallingConv::PreserveMost;
}

/// Whether a product that is rewritten by \p Own may have other kernels. A row
/// that was named is used everywhere.
static bool mayDispatch(const Function &F, const BlockingPlan &Own,
                        const Options &Opts) {
  return Opts.TargetRow.empty() && Own.Chosen != Strategy::Intrinsic &&
         !savesAllItKnows(F);
}

/// Which of \p Opts rules out kernels of kind \p Of, and what to do about it;
/// empty: none.
static std::string excluding(const Options &Opts, const VersionKind &Of) {
  const PlanOverrides &Fixed = Opts.Plan;
  if (!Opts.TargetRow.empty())
    return "-gemmify-target names the row of all kernels; leave it out";
  if (Fixed.MR || Fixed.NR || Fixed.KR)
    return ("-gemmify-mr, -gemmify-nr or -gemmify-kr names a tile, and those "
            "of " +
            Of.Tiles + " have sizes of their own; leave it out")
        .str();
  if (Fixed.Wanted == Strategy::Tiling || Fixed.Wanted == Strategy::Intrinsic)
    return (Of.Tiles + " multiplies packed operands only; leave "
                       "-gemmify-strategy out, or say packing")
        .str();
  return "";
}

/// Whether the user wants \p V for \p F: for better processors than F's, or for
/// features that its own may lack.
static bool isWanted(const TargetVersion &V, const Function &F,
                     const Options &Opts) {
  switch (V.Kind.Switch) {
  case VersionSwitch::Processors:
    return Opts.Dispatch.value_or(false) && !V.isIn(F);
  case VersionSwitch::Lengths:
    return Opts.Dispatch.value_or(true);
  case VersionSwitch::Tiles:
    return Opts.Tiles && (Opts.Dispatch.value_or(false) || V.isIn(F));
  case VersionSwitch::Streaming:
    return Opts.Streaming && V.isIn(F);
  }
  llvm_unreachable("unknown switch");
}

/// Whether \p V has kernels for \p F that \p Opts ask for and allow.
static bool isOffered(const TargetVersion &V, const Function &F,
                      const Options &Opts) {
  if (!isWanted(V, F, Opts))
    return false;
  if (!V.Kind.Engine.empty() && !excluding(Opts, V.Kind).empty())
    return false;
  return V.Kind.Admits(V, F);
}

Expected<SmallVector<VersionPlan, 4>>
planVersions(const Product &P, const BlockingPlan &Own, const Options &Opts,
             Function &F, const TargetTransformInfo &TTI, ScalarEvolution &SE,
             Surroundings Around) {
  SmallVector<VersionPlan, 4> Plans;
  const VersionTable *Table = versionTable(F);
  if (!Table || !P.nest().Step.isOne() || !mayDispatch(F, Own, Opts))
    return Plans;
  auto Last = machineOf(P, F, Opts, TTI);
  if (!Last)
    return Last.takeError();
  for (const TargetVersion &V : Table->Versions) {
    if (!isOffered(V, F, Opts))
      continue;
    VersionScope Scope(F, V);
    auto Here = machineOf(P, F, Opts, TTI);
    if (!Here)
      return Here.takeError();
    // No row multiplies this better than the host's.
    if (*Here == *Last || Here->first->IsLastResort ||
        Here->first->Needs != V.Kind.Serves)
      continue;
    Expected<BlockingPlan> Plan = planNest(P, Opts, F, TTI, SE, Around);
    if (!Plan)
      return Plan.takeError();
    if (Plan->Chosen == Strategy::Off ||
        (V.Kind.NeedsPacking && Plan->Chosen != Strategy::Packing))
      continue;
    Plans.push_back({&V, std::move(*Plan)});
    Last = std::move(Here);
  }
  return Plans;
}

std::optional<UnusedEngine> findUnusedEngine(const Product &P,
                                             const Options &Opts, Function &F) {
  const VersionTable *Table = versionTable(F);
  if (!Table || !P.nest().Step.isOne() || savesAllItKnows(F))
    return std::nullopt;
  for (const TargetVersion &V : Table->Versions) {
    if (V.Kind.Engine.empty() || !isWanted(V, F, Opts) || !V.Kind.Admits(V, F))
      continue;
    std::string Why = excluding(Opts, V.Kind);
    if (Why.empty())
      return std::nullopt;
    VersionScope Scope(F, V);
    Expected<TargetChoice> Best = selectTarget(F, P.Kind, "");
    if (cantFail(std::move(Best)).Row->Needs != V.Kind.Serves)
      return std::nullopt;
    return UnusedEngine{V.Kind.Engine, std::move(Why)};
  }
  return std::nullopt;
}

} // namespace gemmify
