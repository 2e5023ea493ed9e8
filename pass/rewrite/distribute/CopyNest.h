//===- CopyNest.h - A nest a second time ------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_COPYNEST_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_COPYNEST_H

#include "pass/recognize/loops/NestShape.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace gemmify {

/// Copies \p Root with its preheader, which is empty, and records the copies of
/// its values in \p Map. The caller has to make \p Before, and nothing else,
/// branch to the copy. The copy exits to \p Root's exit block, whose phis have
/// no entries for it yet.
llvm::Loop *copyNest(llvm::Loop &Root, llvm::BasicBlock &Before,
                     const llvm::Twine &Name, llvm::ValueToValueMapTy &Map,
                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_COPYNEST_H
