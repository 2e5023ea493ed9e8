//===- Readings.cpp - The ways in which a nest can be read ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialNest.h"
#include "pass/rewrite/padding/ReadPadding.h"

using namespace llvm;

namespace gemmify {

ArrayRef<Reading> readings() {
  static constexpr Reading All[] = {readPadding};
  return All;
}

} // namespace gemmify
