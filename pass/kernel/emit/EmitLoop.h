//===- EmitLoop.h - Loops and branches for new code -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_EMITLOOP_H
#define GEMMIFY_PASS_KERNEL_EMIT_EMITLOOP_H

#include "lowering/core/EmitIf.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// \p X + \p Y, without an addition where one of them is 0.
llvm::Value *addIndices(llvm::IRBuilderBase &B, llvm::Value *X, llvm::Value *Y);

/// \p X, at least 0, over \p Y, rounded up.
llvm::Value *divideUp(llvm::IRBuilderBase &B, llvm::Value *X, uint64_t Y);

/// \p X · \p Y, both at least 0, where it is less than 2^31; at least that
/// where it is not. Nothing wraps.
llvm::Value *cutProduct(llvm::IRBuilderBase &B, llvm::Value *X, llvm::Value *Y);

/// i1: whether \p X · \p Y, both at least 0, is more than \p Limit, or
/// 2^31 - 1 where that is less.
llvm::Value *productExceeds(llvm::IRBuilderBase &B, llvm::Value *X,
                            llvm::Value *Y, uint64_t Limit);

/// Emits `for (iv = Begin; iv < End; iv += Step) Body(iv)` over i64 and leaves
/// \p B after it. Begin is below End when the loop is entered (\p RunsOnce) or
/// that is tested. Nothing may overflow. A loop that is known to run once
/// becomes straight code.
void emitLoop(llvm::IRBuilderBase &B, const llvm::Twine &Name,
              llvm::Value *Begin, llvm::Value *End, uint64_t Step,
              bool RunsOnce, llvm::function_ref<void(llvm::Value *)> Body);

/// The same with a step that is a value.
void emitLoop(llvm::IRBuilderBase &B, const llvm::Twine &Name,
              llvm::Value *Begin, llvm::Value *End, llvm::Value *Step,
              bool RunsOnce, llvm::function_ref<void(llvm::Value *)> Body);

/// Emits `do State = Body(State) while (Goes(State))`, entered when Goes
/// accepts \p Init or that is known (\p RunsOnce), and returns the last state.
/// \p Goes is an i1 and has no side effects.
llvm::SmallVector<llvm::Value *, 8>
emitWhile(llvm::IRBuilderBase &B, const llvm::Twine &Name,
          llvm::ArrayRef<llvm::Value *> Init,
          llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> Goes,
          llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>(
              llvm::ArrayRef<llvm::Value *>)>
              Body,
          bool RunsOnce = false);

/// For a rest of \p Count below \p Lanes, a power of two: emits \p Body for
/// half of \p Lanes, a quarter and so on, entered where Count has that bit, and
/// after each of them \p Next for as many as that were, or none.
void emitHalves(llvm::IRBuilderBase &B, const llvm::Twine &Name,
                llvm::Value *Count, unsigned Lanes,
                llvm::function_ref<void(unsigned Some)> Body,
                llvm::function_ref<void(llvm::Value *Done)> Next);

/// i1: \p X or what \p Y emits, which is computed only if X is false.
llvm::Value *emitOr(llvm::IRBuilderBase &B, const llvm::Twine &Name,
                    llvm::Value *X, llvm::function_ref<llvm::Value *()> Y);

/// Returns from a kernel in the middle of its code.
void leaveKernel(llvm::IRBuilderBase &B, bool Succeeds);

/// Prefetches the cache line at \p Ptr, which need not exist.
void emitPrefetch(llvm::IRBuilderBase &B, llvm::Value *Ptr, bool ToWrite);

/// Disables vectorization of the loop that \p Latch closes and has it unrolled
/// \p Count times.
void setUnrollCount(llvm::BranchInst &Latch, unsigned Count);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_EMITLOOP_H
