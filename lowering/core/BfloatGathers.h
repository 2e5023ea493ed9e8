//===- BfloatGathers.h - Bfloats that lie apart -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where SVE's vectors are known to be longer than NEON's, LLVM's vectorizers
/// make gathers and scatters of fixed vectors of bfloats, as packing may ask
/// for them; but its code generator selects none (LLVM 22.1). Those of their
/// bits it does.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H
#define GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Says that vectorizers may find bfloats in code of \p F's module that we
/// wrote, for those who see it later: once modules are linked, it may be in any
/// function.
void expectBfloatGathers(llvm::Function &F);

/// Replaces those of \p F, if it is such a function, and in a module with such
/// code. Returns whether there was one.
bool replaceBfloatGathers(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_BFLOATGATHERS_H
