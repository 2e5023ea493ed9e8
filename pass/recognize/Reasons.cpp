//===- Reasons.cpp - Why a nest is kept -----------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reasons.h"

using namespace llvm;

namespace gemmify {

StringRef sentence(Reason Why) {
  static constexpr StringLiteral Sentences[] = {
      "", // None
#define GEMMIFY_REASON(Id, Sentence, Remedy, Test) Sentence,
#include "pass/recognize/Reasons.def"
  };
  return Sentences[unsigned(Why)];
}

StringRef idOf(Reason Why) {
  static constexpr StringLiteral Ids[] = {
      "", // None
#define GEMMIFY_REASON(Id, Sentence, Remedy, Test) #Id,
#include "pass/recognize/Reasons.def"
  };
  return Ids[unsigned(Why)];
}

} // namespace gemmify
