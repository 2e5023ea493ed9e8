//===- TargetVersions.cpp - Processors that one program may meet ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetVersions.h"
#include "PlanNest.h"
#include "lowering/arm/ArmMachine.h"
#include "lowering/core/SeparateProducts.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"
#include "pass/kernel/build/Dispatch.h"
#include "pass/kernel/build/TilePermission.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

#define GEMMIFY_V3 "avx,avx2,bmi,bmi2,f16c,fma,popcnt"
#define GEMMIFY_V4 GEMMIFY_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"

/// What of an x86-64 level kernels can use; better ones behind. The last ones
/// are for functions that have tiles and not all of the level.
static const TargetVersion Levels[] = {
    {"x86-64-v3", GEMMIFY_V3},
    {"x86-64-v3 with AVX-VNNI", GEMMIFY_V3 ",avxvnni"},
    {"x86-64-v4", GEMMIFY_V4},
    {"x86-64-v4 with VNNI", GEMMIFY_V4 ",avx512vnni"},
    {"x86-64-v4 with AMX",
     GEMMIFY_V4 ",avx512vnni,avx512bf16,amx-tile,amx-int8,amx-bf16",
     /*VectorBits=*/0, /*HasTiles=*/true},
    {"AMX", "amx-tile,amx-int8", /*VectorBits=*/0, /*HasTiles=*/true},
    {"AMX", "amx-tile,amx-bf16", /*VectorBits=*/0, /*HasTiles=*/true},
};

#undef GEMMIFY_V3
#undef GEMMIFY_V4

/// What is longer than the last of SVE's has it for its length.
static const TargetVersion ArmLevels[] = {
    {"256-bit SVE", "", 256},
    {"512-bit SVE", "", 512},
    {"128-bit SME", "sme", /*VectorBits=*/0, /*HasTiles=*/false,
     /*StreamingBits=*/128},
    {"256-bit SME", "sme", /*VectorBits=*/0, /*HasTiles=*/false,
     /*StreamingBits=*/256},
    {"512-bit SME", "sme", /*VectorBits=*/0, /*HasTiles=*/false,
     /*StreamingBits=*/MaxStreamingBits},
};

SmallVector<StringRef, 16> TargetVersion::features() const {
  SmallVector<StringRef, 16> Names;
  Features.split(Names, ',');
  return Names;
}

/// "+avx,+avx2".
static std::string enabled(const TargetVersion &Level) {
  return "+" + llvm::join(Level.features(), ",+");
}

bool TargetVersion::isIn(const Function &F) const {
  return hasFeatures(F, enabled(*this));
}

VersionScope::VersionScope(Function &F, const TargetVersion &Level)
    : F(F), Before(F.getAttributes()) {
  if (Level.VectorBits) {
    Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
    std::optional<unsigned> Most;
    if (Range.isValid())
      Most = Range.getVScaleRangeMax();
    F.addFnAttr(Attribute::getWithVScaleRangeArgs(
        F.getContext(), Level.vscale(), Most.value_or(0)));
    return;
  }
  if (Level.streams()) {
    F.addFnAttr(MayStreamAttribute, utostr(Level.StreamingBits));
    return;
  }
  const bool Fuses = hasFusedMultiplyAdd(F);
  const bool IsWide = hasFeatures(F, "+avx512f");
  StringRef Own = F.getFnAttribute("target-features").getValueAsString();
  F.addFnAttr("target-features",
              (Own + (Own.empty() ? "" : ",") + enabled(Level)).str());
  if (Level.HasTiles)
    F.addFnAttr(MayUseTilesAttribute);
  if (!Fuses && hasFusedMultiplyAdd(F))
    F.addFnAttr(SeparateAttribute);
  // Whom the program is tuned for need not be who runs this.
  if (!IsWide && hasFeatures(F, "+avx512f") &&
      !F.hasFnAttribute("prefer-vector-width"))
    F.addFnAttr("prefer-vector-width", "512");
}

/// Where a product is multiplied, and how wide.
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

/// Whether a product that is rewritten by \p Own may have other kernels. A row
/// that was named is to be used everywhere. A function that saves registers for
/// its callers does not know those of better processors.
static bool mayDispatch(const Function &F, const BlockingPlan &Own,
                        const Options &Opts) {
  return Opts.TargetRow.empty() && Own.Chosen != Strategy::Intrinsic &&
         F.getCallingConv() != CallingConv::PreserveMost;
}

/// The levels that may be chosen between in \p F. The compiler runtime, which
/// x86-64's CPU model is part of, comes with a C library; a program without one
/// may be no process that could ask for tiles.
static ArrayRef<TargetVersion> levelsFor(const Function &F,
                                         const Options &Opts) {
  const Triple &T = tripleOf(F);
  if (T.isAArch64())
    return ArmLevels;
  if (T.getArch() == Triple::x86_64 &&
      (Opts.Dispatch.value_or(false) || Opts.Tiles) && T.isOSBinFormatELF() &&
      !F.hasFnAttribute("no-builtins") && mayAskCpuModel(*F.getParent()))
    return Levels;
  return {};
}

/// Whether \p F may have tiles of its own, which a kernel would configure anew.
static bool hasOwnTiles(const Function &F) {
  return llvm::any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return Call->isInlineAsm();
    StringRef Name = Callee->getName();
    return Name.consume_front("llvm.x86.") &&
           (Name.starts_with("t") || Name.contains("tile"));
  });
}

/// Whether \p F, which has none of its own, may enter streaming mode and use
/// ZA: it has a runtime library to save the ZA of a caller
/// (`__arm_tpidr2_save`), which Windows does not.
static bool mayEnterStreaming(const Function &F, const Options &Opts) {
  return Opts.Streaming && !tripleOf(F).isOSWindows() &&
         F.getCallingConv() != CallingConv::PreserveMost &&
         !F.hasFnAttribute("no-builtins");
}

/// Which of \p Opts leaves no room for kernels in streaming mode, and what to
/// do about it; empty: none.
static StringRef excludesStreaming(const Options &Opts) {
  const PlanOverrides &Fixed = Opts.Plan;
  if (!Opts.TargetRow.empty())
    return "-gemmify-target names the row of all kernels; leave it out";
  if (Fixed.MR || Fixed.NR || Fixed.KR)
    return "-gemmify-mr, -gemmify-nr or -gemmify-kr names a tile, and those of "
           "ZA have sizes of their own; leave it out";
  if (Fixed.Wanted == Strategy::Tiling || Fixed.Wanted == Strategy::Intrinsic)
    return "ZA multiplies packed operands only; leave -gemmify-strategy out, "
           "or say packing";
  return "";
}

/// Whether a kernel for \p F may ask for tiles, which Linux gives, and use
/// them.
static bool mayAskForTiles(const Function &F, const Options &Opts) {
  return Opts.Tiles && tripleOf(F).isOSLinux() && !hasOwnTiles(F) &&
         mayGetTilePermission(*F.getParent());
}

/// Whether \p Level is more than \p F has, and not what it excludes: for better
/// processors, or with tiles.
static bool isBetter(const TargetVersion &Level, const Function &F,
                     const Options &Opts) {
  if (Level.VectorBits)
    return Opts.Dispatch.value_or(true) &&
           mayHaveVectorBits(F, Level.VectorBits);
  if (Level.streams())
    return Level.isIn(F) && mayEnterStreaming(F, Opts) &&
           excludesStreaming(Opts).empty() &&
           mayHaveStreamingBits(F, Level.StreamingBits);
  if (Level.HasTiles && !mayAskForTiles(F, Opts))
    return false;
  auto Denied = [&](StringRef Name) { return deniesFeature(F, Name); };
  if (llvm::any_of(Level.features(), Denied))
    return false;
  return Level.isIn(F) ? Level.HasTiles : Opts.Dispatch.value_or(false);
}

Expected<SmallVector<VersionPlan, 4>>
planVersions(const Product &P, const BlockingPlan &Own, const Options &Opts,
             Function &F, const TargetTransformInfo &TTI, ScalarEvolution &SE,
             Surroundings Around) {
  SmallVector<VersionPlan, 4> Plans;
  if (!mayDispatch(F, Own, Opts))
    return Plans;
  auto Last = machineOf(P, F, Opts, TTI);
  if (!Last)
    return Last.takeError();
  for (const TargetVersion &Level : levelsFor(F, Opts)) {
    if (!isBetter(Level, F, Opts))
      continue;
    VersionScope Scope(F, Level);
    auto Here = machineOf(P, F, Opts, TTI);
    if (!Here)
      return Here.takeError();
    // No row of ours multiplies this better than the host's does.
    if (*Here == *Last || Here->first->Name == PortableRow.Name ||
        (Level.HasTiles && !Here->first->Name.starts_with("amx-")) ||
        (Level.streams() && !Here->first->Name.starts_with("sme-")))
      continue;
    Expected<BlockingPlan> Plan = planNest(P, Opts, F, TTI, SE, Around);
    if (!Plan)
      return Plan.takeError();
    if (Plan->Chosen == Strategy::Off || ((Level.HasTiles || Level.streams()) &&
                                          Plan->Chosen != Strategy::Packing))
      continue;
    Plans.push_back({&Level, std::move(*Plan)});
    Last = std::move(Here);
  }
  return Plans;
}

StringRef whyNotStreamed(const Product &P, const Options &Opts, Function &F) {
  const TargetVersion &Level = *llvm::find_if(
      ArmLevels, [](const TargetVersion &L) { return L.streams(); });
  const StringRef Why = excludesStreaming(Opts);
  if (Why.empty() || !tripleOf(F).isAArch64() || !Level.isIn(F) ||
      !mayEnterStreaming(F, Opts))
    return "";
  VersionScope Scope(F, Level);
  Expected<TargetChoice> Best = selectTarget(F, P.Kind, "");
  return cantFail(std::move(Best)).Row->Name.starts_with("sme-") ? Why : "";
}

} // namespace gemmify
