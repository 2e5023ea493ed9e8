//===- EarlyLoads.h - What may be loaded before a nest ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A load of the copy of a nest may be done in front of it if the nest comes to
/// it whenever it is entered, and finds the same place then.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_EARLYLOADS_H
#define GEMMIFY_PASS_REWRITE_TABLES_EARLYLOADS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// A load in front of the copy, and one of root()'s that it stands for.
struct EarlyLoad {
  llvm::LoadInst *Load = nullptr;
  llvm::LoadInst *InRoot = nullptr;
  /// The source may come to it after a store that has changed a place before
  /// it, and then not to this one.
  bool IsLate = false;
};

/// Whether \p Load finds a number that may count loops, or a pointer.
bool findsNumber(const llvm::LoadInst &Load);

/// Whether \p Copy comes to \p Load whenever it is entered.
bool isAlwaysLoaded(const llvm::LoadInst &Load, const llvm::Loop &Copy,
                    const llvm::DominatorTree &DT);

/// Whether it comes to \p Load before it has stored anything.
bool isBeforeStores(const llvm::LoadInst &Load, const llvm::Loop &Copy,
                    const llvm::DominatorTree &DT);

/// Whether a nest whose innermost loop is \p Inner comes to \p Load in the
/// first iteration of all its loops, if it gets there.
bool comesFirst(const llvm::LoadInst &Load, const llvm::Loop &Inner,
                const llvm::DominatorTree &DT);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_EARLYLOADS_H
