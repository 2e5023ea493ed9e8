//===- UnfusedScope.h - Where no product can be fused -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A target without a fused multiply-add gives the code generator no choice:
/// what it may fuse (`contract`) it cannot.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_UNFUSEDSCOPE_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_UNFUSEDSCOPE_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// While this lives, nothing in a function whose target cannot fuse says that
/// it may be, and the function has UnfusedAttribute. What is in any order keeps
/// its flags. No change for other targets.
class UnfusedScope {
public:
  explicit UnfusedScope(llvm::Function &F);
  /// The same of \p L and the loops around it alone.
  explicit UnfusedScope(llvm::Loop &L);
  ~UnfusedScope();
  UnfusedScope(const UnfusedScope &) = delete;
  UnfusedScope &operator=(const UnfusedScope &) = delete;

private:
  bool begin();
  void take(llvm::BasicBlock &BB);

  llvm::Function &F;
  llvm::SmallVector<llvm::WeakVH, 0> Contracted; ///< Null once erased.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_UNFUSEDSCOPE_H
