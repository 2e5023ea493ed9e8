//===- MmaFinish.h - The order that the matrix unit wants -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the code generator for POWER10 leaves as it finds it:
///
///  * it keeps the order of loads and outer products in a block. Loads are
///  spread
///    over the products so that each comes two steps of eight products before
///    the one that needs it;
///  * it loads and stores pairs of vectors where it is told to;
///  * accumulators that go to two loops are copied from register to register.
///    Put together on each way, they are loaded where they are needed.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MMAFINISH_H
#define GEMMIFY_LOWERING_MMAFINISH_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Does all of that in \p F.
void finishMma(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MMAFINISH_H
