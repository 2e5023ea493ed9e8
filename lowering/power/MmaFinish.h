//===- MmaFinish.h - The order that the matrix unit wants -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the code generator for POWER10 leaves as it finds it: the order of
/// loads and outer products (MmaLoads.h), vectors that could be loaded and
/// stored by pairs, and accumulators that go to two loops. It copies these from
/// register to register; put together on each way, they are loaded where they
/// are needed.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMAFINISH_H
#define GEMMIFY_LOWERING_POWER_MMAFINISH_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Does all of that in \p F.
void finishMma(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMAFINISH_H
