//===- LoadFirst.h - What a nest loads, before it ---------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SKIPS_LOADFIRST_H
#define GEMMIFY_PASS_REWRITE_SKIPS_LOADFIRST_H

#include "pass/rewrite/guard/Legality.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// Emits those loads of \p N that do not move and are \p Wanted, which the
/// caller knows may run here, and states \p N, \p Legal and \p More in terms of
/// what they load.
void loadFirst(llvm::IRBuilderBase &B, GemmNest &N, Legality &Legal,
               llvm::ArrayRef<AffineRef *> More,
               llvm::function_ref<bool(const AffineRef &)> Wanted,
               llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SKIPS_LOADFIRST_H
