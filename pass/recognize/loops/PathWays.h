//===- PathWays.h - Where the ways from a branch lead --------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_PATHWAYS_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_PATHWAYS_H

#include "NestShape.h"

namespace gemmify {

/// The successor of \p Br through which alone one of \p Blocks is reached; none
/// when both or neither lead to some.
std::optional<unsigned> wayTo(const llvm::BranchInst &Br,
                              llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                              const llvm::DominatorTree &DT);

/// Whether \p From may lead to \p To in the same iteration of \p L.
bool mayLeadTo(const llvm::BasicBlock &From, const llvm::BasicBlock &To,
               const llvm::Loop &L, const NestAnalyses &A);

/// Whether \p Guards hold only where the condition of \p Br is not \p Expected.
bool contradicts(llvm::ArrayRef<NestGuard> Guards, const llvm::BranchInst &Br,
                 bool Expected);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_PATHWAYS_H
