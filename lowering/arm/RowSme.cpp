//===- RowSme.cpp - AArch64 with outer products (SME) ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors of 512 bits make four tiles of 16×16 sums of 32 bits, or eight of
/// 8×8 doubles; shorter vectors make as many smaller tiles. Two pieces of A and
/// two or four of B feed all of them. They are multiplied in streaming mode,
/// which only some functions enter (MayStreamAttribute); the rest of a kernel
/// uses NEON.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "MmlaEmitter.h"
#include "Scalable.h"
#include "SmeEmitter.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

/// Vectors of a column of the section.
constexpr unsigned RowTiles = 2;

static bool isBitsOfRows(unsigned Bits) {
  return Bits == 128 || Bits == 256 || Bits == MaxStreamingBits;
}

static bool mayEnterStreaming(const Function &F, StringRef Features) {
  return tripleOf(F).getArch() == Triple::aarch64 &&
         isBitsOfRows(streamingBits(F)) && hasFeatures(F, Features);
}

/// The least depth for which streaming mode is entered: loading and storing a
/// tile's sums takes as many instructions as 32 steps of k.
constexpr unsigned MinStreamedDepth = 16;

/// There are four tiles of 32-bit elements, or eight of 64-bit elements.
static TargetRecord describeSme(const Function &F, const TargetRow &Row,
                                const ProductKind &Kind, unsigned Rank) {
  const unsigned Bits = Kind.Sum->getScalarSizeInBits();
  const unsigned Side = streamingBits(F) / Bits, Tiles = Bits / 8;
  TargetRecord R = describeArm(F);
  R.Row = Row.Name.str();
  R.VectorBits = streamingBits(F);
  R.SumRegs = Tiles * Side;
  R.VectorRegs += R.SumRegs;
  R.AccCols = Side;
  R.Tile = {RowTiles * Side, Tiles / RowTiles * Side, Rank};
  R.TransposeBits = SegmentBits;
  R.FillsUpFloats = true;
  R.BufferBytes = R.SumRegs * R.VectorBits / 8;
  R.Streams = true;
  R.MinDepth = MinStreamedDepth;
  return R;
}

/// Products outside streaming mode, which no kernel has, use plain IR.
static const SiteEmitter &emitterFor(const Function &F, SmeForm Form) {
  return F.hasFnAttribute("aarch64_pstate_sm_body") &&
                 F.hasFnAttribute("aarch64_new_za")
             ? smeEmitter(Form, streamingBits(F))
             : vectorEmitter(/*LaneBroadcast=*/false);
}

const TargetRow SmeSmopaRow = {
    "sme-smopa",
    "AArch64 with SME, in the functions that -gemmify-sme adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayEnterStreaming(F, "+sme"); },
    isProductOfBytes,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeSme(F, SmeSmopaRow, Kind, smeRank(SmeForm::Bytes));
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return emitterFor(F, SmeForm::Bytes);
    },
    /*Finish=*/nullptr,
    RowNeed::Mode,
};

const TargetRow SmeBf16Row = {
    "sme-bf16",
    "AArch64 with SME, in the functions that -gemmify-sme adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayEnterStreaming(F, "+sme"); },
    isFreeBfloatProduct,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeSme(F, SmeBf16Row, Kind, smeRank(SmeForm::Bfloats));
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return emitterFor(F, SmeForm::Bfloats);
    },
    /*Finish=*/nullptr,
    RowNeed::Mode,
};

const TargetRow SmeFmopaRow = {
    "sme-fmopa",
    "AArch64 with SME, in the functions that -gemmify-sme adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayEnterStreaming(F, "+sme"); },
    [](const ProductKind &Kind) {
      return !Kind.isNarrow() && Kind.Fuse && Kind.Sum->isFloatTy();
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeSme(F, SmeFmopaRow, Kind, smeRank(SmeForm::Floats));
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return emitterFor(F, SmeForm::Floats);
    },
    /*Finish=*/nullptr,
    RowNeed::Mode,
};

const TargetRow SmeF64Row = {
    "sme-f64f64",
    "AArch64 with SME and its outer products of doubles (sme-f64f64), in the "
    "functions that -gemmify-sme adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayEnterStreaming(F, "+sme,+sme-f64f64"); },
    [](const ProductKind &Kind) {
      return !Kind.isNarrow() && Kind.Fuse && Kind.Sum->isDoubleTy();
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeSme(F, SmeF64Row, Kind, smeRank(SmeForm::Floats));
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return emitterFor(F, SmeForm::Floats);
    },
    /*Finish=*/nullptr,
    RowNeed::Mode,
};

} // namespace gemmify
