//===- AddedStart.cpp - C += sum as a sum that starts from C --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddedStart.h"
#include "PartialSums.h"

using namespace llvm;

namespace gemmify {

void startFromAddedC(GemmNest &N, SliceMatch &Slices) {
  auto *Zero = dyn_cast_or_null<Constant>(N.Start.Root);
  auto *Add = dyn_cast_or_null<BinaryOperator>(N.Final.Root);
  if (!N.Elem.Reassoc || !Zero || !Zero->isZeroValue() || !Add ||
      !isFreeAddition(*Add) || !Add->isCommutative() ||
      N.Final.Loads.size() != 1 || !N.Final.isOneValue() || N.Step.Odd)
    return;
  const Instruction *C = N.Final.Loads.front().Access;
  auto Adds = [&](unsigned SumAt) {
    return Slices.resolve(Add->getOperand(SumAt)) == N.Acc &&
           Slices.resolve(Add->getOperand(1 - SumAt)) == C;
  };
  if (!N.LoadsOfC.contains(C) || !(Adds(0) || Adds(1)))
    return;
  N.LoadsOfC.erase(C);
  N.Start = Slice();
  N.Final = Slice();
  N.Final.Root = N.Acc;
}

} // namespace gemmify
