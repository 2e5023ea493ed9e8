//===- NarrowOperand.h - An operand before it is widened --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand that is converted to the type of the sums need not be packed in
/// that type: instructions multiply the narrow elements.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRODUCT_NARROWOPERAND_H
#define GEMMIFY_PASS_PRODUCT_NARROWOPERAND_H

#include "pass/recognize/GemmNest.h"
#include <optional>

namespace gemmify {

/// \p Source of a product without its extension.
struct NarrowOperand {
  Slice Source;
  llvm::Type *Ty = nullptr; ///< Of Source's elements.
  bool Signed = true;       ///< How integers of Source are extended.
  /// What the nest adds to all elements of Source, a value that it does not
  /// change; null: nothing.
  llvm::Value *Added = nullptr;
  bool Subtracts = false; ///< Or subtracts.

  /// Empty when \p Source is computed in the type of the sums.
  static std::optional<NarrowOperand> of(const GemmNest &Nest,
                                         const Slice &Source);
};

} // namespace gemmify

#endif // GEMMIFY_PASS_PRODUCT_NARROWOPERAND_H
