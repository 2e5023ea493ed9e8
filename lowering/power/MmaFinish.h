//===- MmaFinish.h - The order that the matrix unit wants -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What POWER10's code generator does not improve: the order of loads and outer
/// products (MmaLoads.h), vectors that could be loaded and stored in pairs, and
/// accumulators that go to two loops. It would copy these from register to
/// register; assembled on each path, they are loaded where they are needed.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMAFINISH_H
#define GEMMIFY_LOWERING_POWER_MMAFINISH_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Does all of this in \p F.
void finishMma(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMAFINISH_H
