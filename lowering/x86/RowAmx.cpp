//===- RowAmx.cpp - x86 with tiles (AMX) ----------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Eight tile registers of 1 KiB: four hold sums, two operands each. A process
/// has to ask the system for them; only functions with MayUseTilesAttribute run
/// after that.
///
//===----------------------------------------------------------------------===//

#include "AmxEmitter.h"
#include "X86Machine.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool mayUseTiles(const Function &F, StringRef Feature) {
  return isX86WithAVX2(F) && F.hasFnAttribute(MayUseTilesAttribute) &&
         hasFeatures(F, Feature);
}

/// The sums fill four tiles, 64 vectors; operands have as many.
static TargetRecord describeAmx(const Function &F, const TargetRow &Row,
                                const ProductKind &Kind) {
  TargetRecord R = describeX86(F);
  R.Row = Row.Name.str();
  R.VectorBits = 512;
  R.VectorRegs = 8 * AmxLines;
  R.SumRegs = 4 * AmxLines;
  R.AccCols = AmxLines;
  R.Tile = {2 * AmxLines, 2 * AmxLines, amxRank(Kind.Left)};
  R.LeftGroup = 32 / Kind.Left->getScalarSizeInBits();
  R.FillsUpFloats = true;
  R.BufferBytes = R.Tile.MR * R.Tile.NR * 4;
  return R;
}

const TargetRow AmxInt8Row = {
    "amx-int8",
    "x86-64 with AMX-INT8, in the functions that -gemmify-amx adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayUseTiles(F, "+amx-int8"); },
    [](const ProductKind &Kind) {
      return Kind.Sum->isIntegerTy(32) && Kind.Left->isIntegerTy(8) &&
             Kind.Right->isIntegerTy(8);
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeAmx(F, AmxInt8Row, Kind);
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return amxEmitter(/*Bfloats=*/false);
    },
    /*Finish=*/nullptr,
    RowNeed::Tiles,
};

const TargetRow AmxBf16Row = {
    "amx-bf16",
    "x86-64 with AMX-BF16, in the functions that -gemmify-amx adds",
    /*TestOnly=*/false,
    [](const Function &F) { return mayUseTiles(F, "+amx-bf16"); },
    [](const ProductKind &Kind) {
      return isFreeBfloatProduct(Kind) && Kind.AnyZero;
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeAmx(F, AmxBf16Row, Kind);
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return amxEmitter(/*Bfloats=*/true);
    },
    /*Finish=*/nullptr,
    RowNeed::Tiles,
};

} // namespace gemmify
