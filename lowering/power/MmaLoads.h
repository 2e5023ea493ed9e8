//===- MmaLoads.h - Loads between outer products ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code generator for POWER10 keeps the order of loads and outer products
/// in a block. Here, loads are spread over the products so that each comes two
/// steps of eight products before its use.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMALOADS_H
#define GEMMIFY_LOWERING_POWER_MMALOADS_H

#include "llvm/IR/BasicBlock.h"

namespace gemmify {

/// Reorders \p BB, if it multiplies and writes no memory.
void spreadLoads(llvm::BasicBlock &BB);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMALOADS_H
