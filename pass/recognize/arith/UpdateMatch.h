//===- UpdateMatch.h - sum ± x * y ------------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matches the multiply-add at the heart of a product and says how the source
/// rounds it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_UPDATEMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_UPDATEMATCH_H

#include "FactorTree.h"
#include "pass/recognize/Reasons.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace gemmify {

/// Sum ± X * Y.
struct Update {
  llvm::Instruction *Result = nullptr;
  llvm::Value *Sum = nullptr;
  Factor X, Y;
  Ring Elem;
  /// Whether it is one of several, all with the same Result, that are added to
  /// each other, in their order, before what they give is added to the sum:
  /// Elem is about that addition.
  bool AddedFirst = false;
  /// Then: whether the product is subtracted from those before it, and whether
  /// it is fused with them. The first one may be negated only.
  bool Negated = false;
  bool Onto = false;
};

/// Matches \p I as a multiply-add whose addend \p IsSum accepts. Looks through
/// negations of a factor, and of integers through extensions. A product of
/// floats that is used elsewhere too does not match.
std::optional<Update>
matchUpdate(llvm::Instruction &I,
            llvm::function_ref<bool(llvm::Value *)> IsSum);

/// Matches \p I as the sum and one or more products, in the order
/// in which they are written: several only where `reassoc` lets them be added
/// one by one. Empty when \p I is neither.
llvm::SmallVector<Update, 4>
matchUpdates(llvm::Instruction &I,
             llvm::function_ref<bool(llvm::Value *)> IsSum);

/// Whether the products of a step have the same sign.
enum class ProductSigns { None, Same, Mixed };

/// The signs of several products that \p I adds up before they go into the sum,
/// and has to: rounding in another order would give other bits. None otherwise.
ProductSigns productsAddedFirst(llvm::Instruction &I,
                                llvm::function_ref<bool(llvm::Value *)> IsSum);

/// Why \p I, which adds to a sum that \p IsSum accepts, is no update although
/// it adds what was made from a product; None when it does nothing like that.
Reason whyNoUpdate(llvm::Instruction &I,
                   llvm::function_ref<bool(llvm::Value *)> IsSum);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_UPDATEMATCH_H
