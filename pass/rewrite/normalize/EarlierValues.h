//===- EarlierValues.h - Values known before their place --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_EARLIERVALUES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_EARLIERVALUES_H

#include "TrialNest.h"

namespace gemmify {

/// What has to be moved so that values are known at a place before theirs.
class EarlierValues {
public:
  explicit EarlierValues(const llvm::DominatorTree &DT) : DT(DT) {}

  /// Adds what \p V is computed from, and itself, if all of that can be moved
  /// before \p Place; otherwise returns false, and nothing is to be moved.
  bool add(llvm::Value &V, const llvm::Instruction &Place);
  /// Adds \p I as it is.
  void addMoved(llvm::Instruction &I) { Moved.push_back(&I); }
  /// Moves the copies of all, in order, before \p At.
  void move(const TrialNest &Trial, llvm::Instruction &At) const;
  /// Puts copies of the copies there, for a place that not all of their users
  /// come through. Returns what \p V, of the copy, is there.
  llvm::Value *copy(const TrialNest &Trial, llvm::Instruction &At,
                    llvm::Value *V) const;

private:
  const llvm::DominatorTree &DT;
  llvm::SmallVector<llvm::Instruction *, 8> Moved;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_EARLIERVALUES_H
