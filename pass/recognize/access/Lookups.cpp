//===- Lookups.cpp - What is looked up again ------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lookups.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

bool areAlike(const Value &X, const Value &Y, unsigned Depth) {
  constexpr unsigned Deepest = 6;
  if (&X == &Y)
    return true;
  const auto *I = dyn_cast<Instruction>(&X), *J = dyn_cast<Instruction>(&Y);
  return I && J && Depth != Deepest && !isa<PHINode>(I) &&
         !I->mayHaveSideEffects() && I->isSameOperationAs(J) &&
         llvm::all_of(
             llvm::zip(I->operands(), J->operands()), [&](const auto &Ops) {
               return areAlike(*std::get<0>(Ops), *std::get<1>(Ops), Depth + 1);
             });
}

} // namespace gemmify
