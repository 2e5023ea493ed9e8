//===- StateOrder.h - Sums that share the processor's state -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where there is only one accumulator register (SME's ZA), it holds one sum at
/// a time, whatever the values of the IR say. A carried sum may stay there if,
/// on all paths through the function, each use of one of its values comes
/// before anything else overwrites it. A forward analysis finds which value the
/// registers hold.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_STATEORDER_H
#define GEMMIFY_LOWERING_CORE_STATEORDER_H

#include "CarriedSums.h"

namespace gemmify {

/// Whether all values of \p Sums that live in processor state are used while it
/// holds them, and only by products, phis and stores of the whole sum. \p
/// Instructions are the function's, in reverse post-order; none of them may
/// satisfy \p UsesState.
bool sumsFollowEachOther(
    llvm::ArrayRef<llvm::Instruction *> Instructions, const CarriedSums &Sums,
    llvm::function_ref<bool(llvm::Instruction &)> UsesState);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_STATEORDER_H
