//===- RowSwap.h - A loop that exchanges two rows ------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loops that exchange the elements of two rows, or columns.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_ROWSWAP_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_ROWSWAP_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include <array>
#include <optional>

namespace gemmify {

/// Each iteration loads one element of each row and stores it to the other one.
/// Without a loop where a nest exchanges nothing.
struct RowSwap {
  llvm::Loop *L = nullptr;
  std::array<llvm::LoadInst *, 2> Loads = {};
  std::array<llvm::StoreInst *, 2> Stores = {}; ///< To where Loads are from.

  bool contains(const llvm::Instruction &I) const {
    return L && L->contains(&I);
  }
};

/// \p L as such a loop.
std::optional<RowSwap> readRowSwap(llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_ROWSWAP_H
