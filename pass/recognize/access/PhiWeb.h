//===- PhiWeb.h - Phis that copy each other ---------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a nest loads a number again and again, as a store might change it,
/// LLVM keeps in phis what it has loaded on each way.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_PHIWEB_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_PHIWEB_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// Phis of a nest that give their values to each other, and where these come
/// from.
struct PhiWeb {
  llvm::SmallSetVector<llvm::PHINode *, 8> Phis;
  llvm::SmallSetVector<llvm::LoadInst *, 4> Loads; ///< In the nest.
  /// Of what comes from outside of the nest, constants among it.
  llvm::SmallVector<llvm::Use *, 4> Outside;

  /// Adds what gives its value to Phis, which may have got one more since the
  /// last time. False where the nest \p Root computes it, or there are many.
  bool follow(const llvm::Loop &Root);

  bool isFollowed() const { return Followed == Phis.size(); }

private:
  bool add(llvm::Use &In, const llvm::Loop &Root);
  unsigned Followed = 0; ///< Of Phis.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_PHIWEB_H
