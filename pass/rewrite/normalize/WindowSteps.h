//===- WindowSteps.h - A window that is written out -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A convolution may have the products of its window in one body:
///
///     sum += r0[0] * k[0]; sum += r0[1] * k[1]; …; sum += r2[2] * k[8];
///
/// They are the steps of loops in each other, of a constant size: what they
/// load lies at a fixed stride for each loop.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_WINDOWSTEPS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_WINDOWSTEPS_H

#include "pass/recognize/arith/UpdateMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// What the last step loads in one place, and where the others do.
struct WindowElement {
  /// A load of each step. One that comes from the iteration before is that
  /// which is done there.
  llvm::SmallVector<llvm::LoadInst *, 9> Loads;
  llvm::SmallVector<const llvm::SCEV *, 9> Places;  ///< Addresses.
  llvm::SmallVector<const llvm::SCEV *, 3> Strides; ///< Innermost loop first.
  /// A step that loads it where Loads says, and how far the first one is.
  unsigned Base = 0;
  const llvm::SCEV *ToFirst = nullptr;
};

/// The steps of a window.
struct WindowSteps {
  llvm::SmallVector<Update, 9> Steps; ///< But for FirstProduct.
  /// The product that the sum starts with, or null.
  llvm::Instruction *FirstProduct = nullptr;
  llvm::SmallVector<unsigned, 3> Sizes; ///< Innermost loop first.
  /// By what holds them in the last step.
  llvm::SmallMapVector<llvm::Value *, WindowElement, 4> Elements;
  /// Loads that are done before the iteration that needs them.
  llvm::SmallSetVector<llvm::LoadInst *, 8> Earlier;

  llvm::Instruction &last() const { return *Steps.back().Result; }
  /// What the sum starts from.
  llvm::Value *start() const;
};

/// The only written-out sum in \p Innermost, if it is a window: what it loads
/// comes before it with no write between, from the iteration before, as LLVM
/// does with what both need, or from before the loop. Strides are the same in
/// all of \p Root.
std::optional<WindowSteps> findWindow(llvm::Loop &Innermost,
                                      const llvm::Loop &Root,
                                      llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_WINDOWSTEPS_H
