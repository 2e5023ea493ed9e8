//===- X86Versions.cpp - Levels of x86-64, and tiles ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Levels are tested through the compiler runtime's CPU model (`CpuModel.h`).
/// AMX's tiles are a version even where the processor is known: the system may
/// refuse them (`TilePermission.h`).
///
//===----------------------------------------------------------------------===//

#include "CpuModel.h"
#include "TilePermission.h"
#include "X86Machine.h"
#include "lowering/core/SeparateProducts.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetVersion.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

/// Where a version can fuse multiply and add and the function cannot, the
/// version keeps them separate.
static void enable(const TargetVersion &V, Function &F) {
  const bool Fuses = hasFusedMultiplyAdd(F);
  const bool IsWide = hasFeatures(F, "+avx512f");
  StringRef Own = F.getFnAttribute("target-features").getValueAsString();
  F.addFnAttr("target-features",
              (Own + (Own.empty() ? "" : ",") + V.enabled()).str());
  if (V.Kind.Serves == RowNeed::Tiles)
    F.addFnAttr(MayUseTilesAttribute);
  if (!Fuses && hasFusedMultiplyAdd(F))
    F.addFnAttr(SeparateAttribute);
  // The processor that the program is tuned for need not be the one that runs
  // this.
  if (!IsWide && hasFeatures(F, "+avx512f") && !F.hasFnAttribute(PreferredBits))
    F.addFnAttr(PreferredBits, "512");
}

/// Whether \p F may have tiles of its own, which a kernel would reconfigure.
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

/// Whether a kernel for \p F may ask Linux for tiles and use them.
static bool mayAskForTiles(const Function &F) {
  return tripleOf(F).isOSLinux() && !hasOwnTiles(F) &&
         mayGetTilePermission(*F.getParent());
}

static bool deniesNothing(const TargetVersion &V, const Function &F) {
  auto Denied = [&](StringRef Name) { return deniesFeature(F, Name); };
  return llvm::none_of(V.features(), Denied);
}

static const VersionKind Level = {
    VersionSwitch::Processors,
    RowNeed::Nothing,
    deniesNothing,
    enable,
    /*Permission=*/nullptr,
    /*HasMode=*/false,
    /*NeedsPacking=*/false,
    /*StaysApart=*/false,
    /*AsksAround=*/true,
    /*Engine=*/"",
    /*Tiles=*/"",
};

static const VersionKind Tiles = {
    VersionSwitch::Tiles,
    RowNeed::Tiles,
    [](const TargetVersion &V, const Function &F) {
      return mayAskForTiles(F) && deniesNothing(V, F);
    },
    enable,
    &TilePermission,
    /*HasMode=*/false,
    /*NeedsPacking=*/true,
    /*StaysApart=*/true,
    /*AsksAround=*/true,
    /*Engine=*/"",
    /*Tiles=*/"",
};

#define GEMMIFY_V3 "avx,avx2,bmi,bmi2,f16c,fma,popcnt"
#define GEMMIFY_V4 GEMMIFY_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"

/// The features of a level that kernels use. The last ones are for functions
/// that have tiles but not all of the level.
static const TargetVersion Versions[] = {
    {"x86-64-v3", Level, GEMMIFY_V3},
    {"x86-64-v3 with AVX-VNNI", Level, GEMMIFY_V3 ",avxvnni"},
    {"x86-64-v4", Level, GEMMIFY_V4},
    {"x86-64-v4 with VNNI", Level, GEMMIFY_V4 ",avx512vnni"},
    {"x86-64-v4 with AMX", Tiles,
     GEMMIFY_V4 ",avx512vnni,avx512bf16,amx-tile,amx-int8,amx-bf16"},
    {"AMX", Tiles, "amx-tile,amx-int8"},
    {"AMX", Tiles, "amx-tile,amx-bf16"},
};

#undef GEMMIFY_V3
#undef GEMMIFY_V4

/// The compiler runtime, which contains the CPU model, comes with a C library.
/// A program without one may not even be a process that could ask for tiles.
static bool mayChoose(const Function &F) {
  const Triple &T = tripleOf(F);
  return T.getArch() == Triple::x86_64 && T.isOSBinFormatELF() &&
         !F.hasFnAttribute("no-builtins") && mayAskCpuModel(*F.getParent());
}

static SmallVector<Value *, 6>
emitTests(IRBuilderBase &B, const Function &Host,
          ArrayRef<const TargetVersion *> Asked) {
  SmallVector<Value *, 6> Has(Asked.size(), nullptr);
  auto IsOpen = [&](const TargetVersion *V) { return !V || V->isIn(Host); };
  if (llvm::all_of(Asked, IsOpen))
    return Has;
  CpuModel Cpu(B);
  Cpu.init();
  for (auto [V, Can] : zip(Asked, Has))
    if (!IsOpen(V))
      Can = Cpu.has(V->features());
  return Has;
}

const VersionTable X86Versions = {Versions, mayChoose, emitTests};

} // namespace gemmify
