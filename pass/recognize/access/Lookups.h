//===- Lookups.h - What is looked up again ----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_LOOKUPS_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_LOOKUPS_H

#include "llvm/IR/Instruction.h"

namespace gemmify {

/// Whether \p X and \p Y are one value in one iteration of the loops around
/// both, if what is loaded for them does not change.
bool areAlike(const llvm::Value &X, const llvm::Value &Y, unsigned Depth = 0);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_LOOKUPS_H
