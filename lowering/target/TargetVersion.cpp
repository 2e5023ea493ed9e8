//===- TargetVersion.cpp - Processors that one program may meet -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetVersion.h"
#include "TargetFeatures.h"
#include "lowering/arm/ArmMachine.h"
#include "lowering/core/SeparateProducts.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gemmify {

SmallVector<StringRef, 16> TargetVersion::features() const {
  SmallVector<StringRef, 16> Names;
  Features.split(Names, ',');
  return Names;
}

std::string TargetVersion::enabled() const {
  return "+" + llvm::join(features(), ",+");
}

bool TargetVersion::isIn(const Function &F) const {
  return hasFeatures(F, enabled());
}

const VersionTable *versionTable(const Function &F) {
  for (const VersionTable *Table : {&X86Versions, &ArmVersions})
    if (Table->Fits(F))
      return Table;
  return nullptr;
}

void enterMode(Function &F) { enterStreaming(F); }

bool isVersionAttribute(StringRef Name) {
  return Name == SeparateAttribute || Name == MayUseTilesAttribute ||
         Name == MayStreamAttribute;
}

bool isModeAttribute(StringRef Name) {
  return Name.starts_with("aarch64_") || Name.starts_with("wasm-");
}

} // namespace gemmify
