//===- LoopAround.h - A loop around another one -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_LOOPAROUND_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_LOOPAROUND_H

#include "llvm/Analysis/LoopInfo.h"

namespace gemmify {

/// Enters into \p LI the loop of \p Inner and of the blocks \p Own, its header
/// first, which have been in the loop around \p Inner.
llvm::Loop &makeLoopAround(llvm::Loop &Inner,
                           llvm::ArrayRef<llvm::BasicBlock *> Own,
                           llvm::LoopInfo &LI);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_LOOPAROUND_H
