//===- PackedOperand.h - How an operand lies in packed blocks ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand that is nothing but an extension of narrower values may be packed
/// before it is extended, with several ks of one row or column side by side, as
/// instructions that multiply pairs or quadruples of them want it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACKEDOPERAND_H
#define GEMMIFY_PASS_KERNEL_PACKEDOPERAND_H

#include "../../lowering/ProductKind.h"
#include "RoleView.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

struct PackedOperand {
  Slice Source; ///< What is packed, of type Ty.
  llvm::Type *Ty = nullptr;
  bool Signed = true; ///< How integers are extended.
  unsigned Group = 1; ///< ks side by side.

  /// \p Source as it is, in the type of the sum.
  static PackedOperand whole(const GemmNest &Nest, const Slice &Source);
  /// \p Source before its extension, if it is one.
  static std::optional<PackedOperand> narrow(const GemmNest &Nest,
                                             const Slice &Source);

  /// ks that a block of \p Depth ks (i64) takes in memory: zeros behind the
  /// last add nothing to a sum of integers, and are not there for floats.
  llvm::Value *packedDepth(llvm::IRBuilderBase &B, llvm::Value *Depth) const;
  /// \p V, a vector of Ty, in the type \p SumTy of the sum.
  llvm::Value *extend(llvm::IRBuilderBase &B, llvm::Value *V,
                      llvm::Type *SumTy) const;
};

/// The kind of the sites that a kernel for the nest of \p View has, if its
/// operands are packed as narrow as they can be.
ProductKind productKind(const RoleView &View);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACKEDOPERAND_H
