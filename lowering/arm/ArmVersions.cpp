//===- ArmVersions.cpp - Lengths of SVE's and SME's vectors ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program for AArch64 with SVE does not know how long its vectors will be,
/// nor those of streaming mode. There are instructions that read both.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "Scalable.h"
#include "intrinsic/Llvm.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetVersion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicsAArch64.h"

using namespace llvm;

namespace gemmify {

/// i1: whether SVE's vectors have \p Bits or more.
static Value *hasVectorBits(IRBuilderBase &B, unsigned Bits) {
  Value *VScale = B.CreateIntrinsic(Intrinsic::vscale, {B.getInt64Ty()}, {});
  return B.CreateICmpUGE(VScale, B.getInt64(Bits / SegmentBits));
}

/// i1: whether streaming mode's vectors have \p Bits; vectors longer than the
/// rows use count as the longest. Where a kernel for longer vectors refuses a
/// product, one for shorter ones is not tried.
static Value *hasStreamingBits(IRBuilderBase &B, unsigned Bits) {
  Value *Doubles = createIntrinsic(B, Intrinsic::aarch64_sme_cntsd, {});
  return B.CreateICmp(Bits == MaxStreamingBits ? CmpInst::ICMP_UGE
                                               : CmpInst::ICMP_EQ,
                      Doubles, B.getInt64(Bits / 64));
}

static void countOnVectors(const TargetVersion &V, Function &F) {
  Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
  std::optional<unsigned> Most;
  if (Range.isValid())
    Most = Range.getVScaleRangeMax();
  F.addFnAttr(Attribute::getWithVScaleRangeArgs(
      F.getContext(), V.VectorBits / SegmentBits, Most.value_or(0)));
}

/// Whether \p F, which has no ZA of its own, may enter streaming mode and use
/// it: that takes a runtime library that saves a caller's ZA
/// (`__arm_tpidr2_save`), which Windows lacks.
static bool mayEnterStreaming(const TargetVersion &V, const Function &F) {
  return !tripleOf(F).isOSWindows() && !F.hasFnAttribute("no-builtins") &&
         mayHaveStreamingBits(F, V.VectorBits);
}

static const VersionKind Sve = {
    VersionSwitch::Lengths,
    RowNeed::Nothing,
    [](const TargetVersion &V, const Function &F) {
      return mayHaveVectorBits(F, V.VectorBits);
    },
    countOnVectors,
    /*Permission=*/nullptr,
    /*HasMode=*/false,
    /*NeedsPacking=*/false,
    /*StaysApart=*/true,
    /*AsksAround=*/false,
    /*Engine=*/"",
    /*Tiles=*/"",
};

static const VersionKind Sme = {
    VersionSwitch::Streaming,
    RowNeed::Mode,
    mayEnterStreaming,
    [](const TargetVersion &V, Function &F) {
      F.addFnAttr(MayStreamAttribute, utostr(V.VectorBits));
    },
    /*Permission=*/nullptr,
    /*HasMode=*/true,
    /*NeedsPacking=*/true,
    /*StaysApart=*/true,
    /*AsksAround=*/true,
    /*Engine=*/"SME",
    /*Tiles=*/"ZA",
};

/// Vectors longer than the last of SVE's versions use that one.
static const TargetVersion Versions[] = {
    {"256-bit SVE", Sve, "", 256},
    {"512-bit SVE", Sve, "", 512},
    {"128-bit SME", Sme, "sme", 128},
    {"256-bit SME", Sme, "sme", 256},
    {"512-bit SME", Sme, "sme", MaxStreamingBits},
};

static SmallVector<Value *, 6>
emitTests(IRBuilderBase &B, const Function &,
          ArrayRef<const TargetVersion *> Asked) {
  SmallVector<Value *, 6> Has(Asked.size(), nullptr);
  for (auto [V, Can] : zip(Asked, Has))
    if (V)
      Can = V->Kind.HasMode ? hasStreamingBits(B, V->VectorBits)
                            : hasVectorBits(B, V->VectorBits);
  return Has;
}

const VersionTable ArmVersions = {
    Versions, [](const Function &F) { return tripleOf(F).isAArch64(); },
    emitTests};

} // namespace gemmify
