//===- EvenBlocks.h - Cutting a size into equal blocks ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rounding of blocks, for numbers and for IR: the planner knows a size or the
/// largest block; the kernel gets sizes at run time.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_EVENBLOCKS_H
#define GEMMIFY_PASS_PLAN_EVENBLOCKS_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace gemmify {

/// Arithmetic on numbers. Others have the same members.
struct NumberOps {
  using Value = uint64_t;
  Value number(uint64_t N) const { return N; }
  /// Saturating: no real size is that large.
  Value add(Value X, Value Y) const { return llvm::SaturatingAdd(X, Y); }
  Value subtract(Value X, Value Y) const { return X - Y; }
  Value multiply(Value X, Value Y) const { return X * Y; }
  Value divide(Value X, Value Y) const { return X / Y; }
};

/// The size of equal blocks, multiples of \p Step, that \p Size is cut into: no
/// more of them than with blocks of \p Block, a multiple of Step, and none
/// larger. Size and Block are at least 1.
template <class Ops>
typename Ops::Value evenBlock(const Ops &O, typename Ops::Value Size,
                              typename Ops::Value Block,
                              typename Ops::Value Step) {
  using Value = typename Ops::Value;
  const Value One = O.number(1);
  Value Count = O.divide(O.add(Size, O.subtract(Block, One)), Block);
  Value Even = O.divide(O.subtract(O.add(Size, Count), One), Count);
  Value Steps = O.divide(O.add(Even, O.subtract(Step, One)), Step);
  return O.multiply(Steps, Step);
}

/// \p Value rounded down to a multiple of \p Step, but at least Step.
inline uint64_t downTo(uint64_t Value, uint64_t Step) {
  return std::max(llvm::alignDown(Value, Step), Step);
}

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_EVENBLOCKS_H
