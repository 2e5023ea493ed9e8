//===- TargetFeatures.cpp - What instructions a function may use ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetFeatures.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include <memory>

using namespace llvm;

namespace gemmify {

const Triple &tripleOf(const Function &F) {
  return F.getParent()->getTargetTriple();
}

StringRef targetCPU(const Function &F) {
  return F.getFnAttribute("target-cpu").getValueAsString();
}

static StringRef targetFeatures(const Function &F) {
  return F.getFnAttribute("target-features").getValueAsString();
}

/// The later of "+x" and "-x" in \p List wins.
static bool lists(StringRef List, StringRef Feature) {
  SmallVector<StringRef, 32> Items;
  List.split(Items, ',');
  for (StringRef Item : reverse(Items))
    if (Item.drop_front(Item.empty() ? 0 : 1) == Feature.drop_front())
      return Item == Feature;
  return false;
}

bool hasFeatures(const Function &F, StringRef Features) {
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(tripleOf(F), Error);
  std::unique_ptr<MCSubtargetInfo> Info(
      T ? T->createMCSubtargetInfo(tripleOf(F), targetCPU(F), targetFeatures(F))
        : nullptr);
  if (Info)
    return Info->checkFeatures(Features.str());
  SmallVector<StringRef, 4> Wanted;
  Features.split(Wanted, ',');
  return all_of(Wanted,
                [&](StringRef W) { return lists(targetFeatures(F), W); });
}

bool deniesFeature(const Function &F, StringRef Feature) {
  return lists(targetFeatures(F), ("-" + Feature).str());
}

bool hasFusedMultiplyAdd(const Function &F) {
  const Triple &T = tripleOf(F);
  if (T.isX86())
    return hasFeatures(F, "+fma") || hasFeatures(F, "+fma4");
  if (T.isRISCV())
    return hasFeatures(F, "+d");
  return T.isAArch64() || T.isPPC() || T.isSystemZ() || T.isNVPTX() ||
         T.isAMDGPU();
}

bool mayFlushDenormals(const Function &F, FastMathFlags Flags) {
  if (F.getDenormalMode(APFloat::IEEEsingle()) ==
      DenormalMode::getPreserveSign())
    return true;
  return Flags.allowReassoc() && Flags.allowContract() &&
         Flags.noSignedZeros() && Flags.allowReciprocal() && Flags.approxFunc();
}

} // namespace gemmify
