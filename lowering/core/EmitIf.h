//===- EmitIf.h - Branches for new code -------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_EMITIF_H
#define GEMMIFY_LOWERING_CORE_EMITIF_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Emits `if (Cond) Then() else Else()` and leaves \p B after it; emits only
/// one branch when \p Cond is constant.
void emitIf(llvm::IRBuilderBase &B, const llvm::Twine &Name, llvm::Value *Cond,
            llvm::function_ref<void()> Then,
            llvm::function_ref<void()> Else = nullptr);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_EMITIF_H
