//===- SplitParts.h - Complex elements loaded as vectors --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers move a complex `float` as one vector of two, as its functions
/// return it. Recognition wants its parts.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H

#include "TrialNest.h"

namespace gemmify {

/// Whether \p T is a vector of two numbers.
bool isOfParts(const llvm::Type *T);
/// Whether \p T is that or a number.
bool isElement(const llvm::Type *T);

/// The part that \p Store, of a vector of two, changes, if the other one is
/// what was loaded from there just before. Empty where both may change.
std::optional<unsigned> onlyPartChanged(const llvm::StoreInst &Store);

/// Whether all of what \p Load reads is used: of a vector of two, both parts.
/// The source may have loaded one alone.
bool usesAllParts(const llvm::LoadInst &Load);

/// Loads and stores the parts of elements one by one in \p Blocks, where they
/// are vectors of two. Parts of others are taken at the end of \p Start, before
/// all of them.
void splitParts(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                llvm::BasicBlock &Start);
/// The same in all blocks that \p Start dominates.
void splitPartsBehind(llvm::BasicBlock &Start, const llvm::DominatorTree &DT);

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readParts(llvm::Loop &Innermost,
                                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H
