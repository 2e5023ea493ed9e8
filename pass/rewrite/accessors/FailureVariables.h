//===- FailureVariables.h - What a check that fails is given ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is called where a check fails may be given the address of an index:
///
///     int index = i; if (index >= a.rows) fail(&index, ...);
///
/// So the index has to be in memory as long as a check might fail, in each
/// iteration. With a variable of their own in the blocks that never return, it
/// need not.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREVARIABLES_H
#define GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREVARIABLES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

/// The blocks of \p F from which it may return.
BlockSet findReturning(const llvm::Function &F);

/// Local variables of \p F that blocks that never return look at, and others at
/// most store to and load from.
llvm::SmallVector<llvm::AllocaInst *, 4>
findFailureVariables(llvm::Function &F, const BlockSet &Returning);

/// Gives the blocks that never return variables of their own for all of these.
void splitFailureVariables(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREVARIABLES_H
