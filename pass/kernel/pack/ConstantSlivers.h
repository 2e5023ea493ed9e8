//===- ConstantSlivers.h - Slivers as a constant ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A constant operand packed at compile time, in the places that Pack.h and
/// KeptPacking.h say. The code that packs at run time is made of vectors and
/// loops, for a target, and LLVM evaluates neither loops nor all vectors; so
/// elements are placed by these formulas, one at a time.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_CONSTANTSLIVERS_H
#define GEMMIFY_PASS_KERNEL_PACK_CONSTANTSLIVERS_H

#include "ConstantElements.h"
#include "KeptPacking.h"

namespace gemmify {

/// What is packed.
struct ConstantMatrix {
  const GemmNest &Nest;
  const PackedOperand &Operand, &Other; ///< The other one of the product.
  bool IsLeft;
  LoopDim Dim;    ///< Along which lines are counted,
  unsigned Width; ///< so many in a sliver.
  uint64_t Lines, Ks;
  uint64_t Depth; ///< Steps of k of a block.
};

class ConstantSlivers {
public:
  explicit ConstantSlivers(const ConstantMatrix &Of);

  /// Whether all that packing does to elements can be done here.
  bool isSupported() const;
  /// Of the whole operand.
  uint64_t bytes() const;
  /// The slivers, an array; null where \p Elements does not know one.
  llvm::Constant *pack(const ConstantElements &Elements);

private:
  bool packSliver(const ConstantElements &Elements, uint64_t Line, uint64_t K);
  llvm::APInt lineSum(const llvm::APInt &Elements, uint64_t Count) const;
  uint64_t offset(uint64_t Line, uint64_t K, uint64_t Count) const;
  uint64_t indexInSliver(uint64_t Line, uint64_t K, uint64_t Count) const;
  uint64_t packedDepth(uint64_t Count) const;
  void store(uint64_t At, const llvm::APInt &Bits);
  uint64_t countFrom(uint64_t K) const { return std::min(M.Depth, M.Ks - K); }

  const ConstantMatrix &M;
  /// Folds all that it is asked for.
  mutable llvm::IRBuilder<> B;
  const KeptCut Cut;
  llvm::Value *const Lines; ///< In whole slivers.
  llvm::SmallVector<char, 0> Data;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_CONSTANTSLIVERS_H
