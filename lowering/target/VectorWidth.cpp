//===- VectorWidth.cpp - How long a kernel's vectors are ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorWidth.h"
#include "lowering/x86/X86Machine.h"

using namespace llvm;

namespace gemmify {

LongVectorScope::LongVectorScope(Function &F)
    : F(F), Changes(isX86WithAVX2(F) && isTunedForShortVectors(F)) {
  if (Changes)
    F.addFnAttr(PreferredBits, "512");
}

LongVectorScope::~LongVectorScope() {
  if (Changes)
    F.removeFnAttr(PreferredBits);
}

void limitVectors(AttrBuilder &Attrs, const Function &F) {
  if (Attribute Width = F.getFnAttribute(PreferredBits); Width.isValid())
    Attrs.addAttribute(LegalBits, Width.getValueAsString());
}

void keepVectorsWhole(Function &Host, const Function &Kernel) {
  if (uses512Bits(Kernel) && !uses512Bits(Host))
    Host.addFnAttr(LegalBits, "512");
}

} // namespace gemmify
