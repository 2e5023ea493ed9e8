//===- StateOrder.h - Sums that share the processor's state -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accumulators that are registers of which a program has but one (SME's ZA)
/// hold one sum at a time, whatever the values of the IR say. A carried sum may
/// stay there if, along all ways through the function, each use of one of its
/// values comes before anything else takes the place: a forward analysis of
/// which value the registers hold.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_STATEORDER_H
#define GEMMIFY_LOWERING_CORE_STATEORDER_H

#include "CarriedSums.h"

namespace gemmify {

/// Whether the values of \p Sums that are state of the processor are all used
/// while it holds them, and only by products, by phis and by stores of all that
/// they are. \p Instructions are the function's, in reverse post-order; of
/// those for which \p UsesState holds there may be none.
bool sumsFollowEachOther(
    llvm::ArrayRef<llvm::Instruction *> Instructions, const CarriedSums &Sums,
    llvm::function_ref<bool(llvm::Instruction &)> UsesState);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_STATEORDER_H
