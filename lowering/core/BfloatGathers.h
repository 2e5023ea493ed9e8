//===- BfloatGathers.h - Bfloats that lie apart -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where SVE's vectors are known to be longer than NEON's, LLVM's vectorizers
/// make gathers and scatters of fixed vectors of bfloats, which packing may
/// need, but its code generator cannot select them (LLVM 22.1). It can select
/// those of 16-bit integers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H
#define GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Records that vectorizers may find bfloats in code that we wrote in \p F's
/// module. Later passes need the record because the code may be in any function
/// once modules are linked.
void expectBfloatGathers(llvm::Function &F);

/// Replaces those of \p F, if it is such a function, and in a module with such
/// code. Returns whether there was one.
bool replaceBfloatGathers(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H
