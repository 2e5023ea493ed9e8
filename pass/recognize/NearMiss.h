//===- NearMiss.h - Loops that nearly sum up products -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_NEARMISS_H
#define GEMMIFY_PASS_RECOGNIZE_NEARMISS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <string>

namespace gemmify {

/// Where \p L, in which there is no sum of products, has something like it, and
/// in \p Why what to change; null when there is nothing to speak of.
llvm::Instruction *findNearMiss(llvm::Loop &L, llvm::ScalarEvolution &SE,
                                std::string &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_NEARMISS_H
