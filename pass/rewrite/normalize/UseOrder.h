//===- UseOrder.h - The order in which LLVM lists uses ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that is changed and restored is the same only if later passes see the
/// uses of a value in the original order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_USEORDER_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_USEORDER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/Use.h"

namespace gemmify {

/// The positions of a value's uses in its list. Constants have none.
class UseOrder {
public:
  UseOrder() = default;
  explicit UseOrder(const llvm::Value &V) {
    if (!llvm::isa<llvm::Constant>(V))
      for (const llvm::Use &U : V.uses())
        Places.insert({&U, Places.size()});
  }

  unsigned placeOf(const llvm::Use &U) const { return Places.lookup(&U); }

  /// Restores this order of the uses of \p V; those in \p New, if given, go to
  /// \p Place.
  void restore(llvm::Value &V, const llvm::User *New = nullptr,
               unsigned Place = 0) const {
    if (Places.empty())
      return;
    auto Of = [&](const llvm::Use &U) {
      return New && U.getUser() == New ? Place : placeOf(U);
    };
    V.sortUseList(
        [&](const llvm::Use &X, const llvm::Use &Y) { return Of(X) < Of(Y); });
  }

private:
  llvm::SmallDenseMap<const llvm::Use *, unsigned> Places;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_USEORDER_H
