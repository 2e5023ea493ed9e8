//===- RowX86Dot.cpp - x86 with VNNI, or by pairs of words ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of bytes and signed words with sums of 32 bits. VNNI multiplies
/// four unsigned bytes by signed ones; where both operands have the same sign,
/// the left one is packed with the other (see PackedForm), unless VNNI-INT8
/// multiplies them directly. VNNI-INT16 multiplies unsigned words. Without
/// VNNI, bytes are packed as words: VPMADDUBSW, which multiplies bytes,
/// saturates.
///
//===----------------------------------------------------------------------===//

#include "X86Machine.h"
#include "lowering/core/DotEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool isByte(const Type *T) { return T->isIntegerTy(8); }

/// Whether all values of the operand are those of a signed word.
static bool fitsWord(const Type *T, bool Signed) {
  return isByte(T) || (T->isIntegerTy(16) && Signed);
}

static bool supports(const ProductKind &Kind) {
  return Kind.isNarrow() && Kind.Sum->isIntegerTy(32) &&
         fitsWord(Kind.Left, Kind.LeftSigned) &&
         fitsWord(Kind.Right, Kind.RightSigned);
}

static bool areBytes(const ProductKind &Kind) {
  return isByte(Kind.Left) && isByte(Kind.Right);
}

/// Bytes become signed words, words keep their sign.
static ProductKind asWords(const ProductKind &Kind) {
  ProductKind Words = Kind;
  Words.Left = Words.Right = Type::getInt16Ty(Kind.Sum->getContext());
  Words.LeftSigned = fitsWord(Kind.Left, Kind.LeftSigned);
  Words.RightSigned = fitsWord(Kind.Right, Kind.RightSigned);
  return Words;
}

/// Bytes of equal signs.
static bool supportsInt8(const ProductKind &Kind) {
  return supports(Kind) && areBytes(Kind) &&
         Kind.LeftSigned == Kind.RightSigned;
}

/// Words of which one is unsigned; the other may be a byte.
static bool supportsInt16(const ProductKind &Kind) {
  auto IsWord = [](const Type *T) { return isByte(T) || T->isIntegerTy(16); };
  return Kind.isNarrow() && Kind.Sum->isIntegerTy(32) && IsWord(Kind.Left) &&
         IsWord(Kind.Right) && !supports(Kind);
}

static DotForm int8Form(const ProductKind &Kind) {
  return Kind.LeftSigned ? DotForm::BssD : DotForm::BuuD;
}

static DotForm int16Form(const ProductKind &Kind) {
  return fitsWord(Kind.Left, Kind.LeftSigned) ||
                 fitsWord(Kind.Right, Kind.RightSigned)
             ? DotForm::WusD
             : DotForm::WuuD;
}

/// Whether \p F has instructions of \p Feature for vectors of its length.
static bool hasNewVnni(const Function &F, StringRef Feature) {
  return isX86WithAVX2(F) && hasFeatures(F, Feature) &&
         (!uses512Bits(F) || hasFeatures(F, "+avx10.2"));
}

static DotForm vnniForm(const ProductKind &Kind) {
  return areBytes(Kind) ? DotForm::BusD : DotForm::WssD;
}

/// Two vectors of rows by as many columns as leave registers for those, a
/// column and, without VNNI, a product.
static TargetRecord describeDot(const Function &F, StringRef Row,
                                DotForm Form) {
  const bool Wide = uses512Bits(F);
  TargetRecord R = describeX86(F);
  R.Row = Row.str();
  R.Tile = {2 * R.VectorBits / 32, Wide ? 12u : 6u, dotRank(Form)};
  return R;
}

const TargetRow AvxVnniInt8Row = {
    "avx-vnni-int8",
    "x86-64 with AVX-VNNI-INT8; AVX10.2 for 512 bits",
    /*TestOnly=*/false,
    [](const Function &F) { return hasNewVnni(F, "+avxvnniint8"); },
    supportsInt8,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeDot(F, AvxVnniInt8Row.Name, int8Form(Kind));
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(int8Form(Kind), uses512Bits(F) ? 512 : 256);
    },
};

const TargetRow AvxVnniInt16Row = {
    "avx-vnni-int16",
    "x86-64 with AVX-VNNI-INT16; AVX10.2 for 512 bits",
    /*TestOnly=*/false,
    [](const Function &F) { return hasNewVnni(F, "+avxvnniint16"); },
    supportsInt16,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeDot(F, AvxVnniInt16Row.Name, int16Form(Kind));
    },
    [](const Function &, const ProductKind &Kind) { return asWords(Kind); },
    [](const Function &F, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(int16Form(Kind), uses512Bits(F) ? 512 : 256);
    },
};

const TargetRow X86VnniRow = {
    "x86-vnni",
    "x86-64 with AVX512-VNNI or AVX-VNNI",
    /*TestOnly=*/false,
    [](const Function &F) {
      if (!isX86WithAVX2(F))
        return false;
      if (uses512Bits(F))
        return hasFeatures(F, "+avx512vnni");
      return hasFeatures(F, "+avxvnni") ||
             hasFeatures(F, "+avx512vnni,+avx512vl");
    },
    supports,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      return describeDot(F, X86VnniRow.Name, vnniForm(Kind));
    },
    [](const Function &, const ProductKind &Kind) {
      return areBytes(Kind) ? Kind.unsignedBySigned() : asWords(Kind);
    },
    [](const Function &F, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(vnniForm(Kind), uses512Bits(F) ? 512 : 256);
    },
};

const TargetRow X86WordsRow = {
    "x86-words",
    "x86-64 with AVX2; AVX-512BW where preferred",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isX86WithAVX2(F) &&
             (!uses512Bits(F) || hasFeatures(F, "+avx512bw"));
    },
    supports,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      return describeDot(F, X86WordsRow.Name, DotForm::MaddW);
    },
    [](const Function &, const ProductKind &Kind) { return asWords(Kind); },
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return dotEmitter(DotForm::MaddW, uses512Bits(F) ? 512 : 256);
    },
};

} // namespace gemmify
