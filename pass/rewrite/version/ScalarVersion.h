//===- ScalarVersion.h - The source's loops for a few steps -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For products that are too small for a kernel, the test before it takes much
/// of the time. A copy of the source's loops makes up for that where the inner
/// loop has few steps: it is neither unrolled nor vectorized, which would cost
/// more than it gains. Kernels that get no memory continue with another copy,
/// which may be vectorized: then no value of the source's loops has to be kept
/// across the call.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H
#define GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H

#include "intrinsic/Tuning.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Whether the compiler would vectorize the innermost loop of \p Nest, or at
/// least unroll it, with steps that do not depend on each other.
bool isVectorized(const GemmNest &Nest);

/// Bounds on the steps of the innermost loop. Below them, rolled loops are
/// faster than what the compiler makes of the source's.
struct FewSteps {
  uint64_t Always;
  /// Where a step crosses lines. Not below Always.
  uint64_t Across;
};
FewSteps fewSteps(const GemmNest &Nest, const ScalarTuning &Tune);

/// Strides in bytes by which the innermost loop of \p Nest crosses lines,
/// unless they equal the size of an element at run time: the compiler
/// vectorizes for that case and tests for it.
struct ElementStride {
  const llvm::SCEV *Stride;
  uint64_t Bytes; ///< Of an element.
};
llvm::SmallVector<ElementStride, 3> stridesAcross(const GemmNest &Nest);

/// The innermost loop of \p Nest.
llvm::Loop &innerLoop(const GemmNest &Nest);

/// The number of steps of the innermost loop of \p Nest, in all blocks
/// together.
const llvm::SCEV *innerSteps(const GemmNest &Nest);

/// Whether \p Nest, which is only a product, is short enough to be copied, not
/// unrolled in the source, and has a number of steps that the compiler does not
/// know to be small.
bool canHaveScalarVersion(const GemmNest &Nest, const ScalarTuning &Tune,
                          llvm::ScalarEvolution &SE);

/// Whether a copy is left as it is or may be vectorized.
enum class LoopCopy { Small, Vectorizable };

/// Copies \p Nest, whose preheader is empty, for the branch that the caller
/// adds to \p Before. Adds the edges that the dominator tree does not know yet
/// to \p Updates.
llvm::Loop *
emitCopy(const GemmNest &Nest, llvm::BasicBlock &Before, LoopCopy Kind,
         const ScalarTuning &Tune, const NestAnalyses &A,
         llvm::SmallVectorImpl<llvm::DominatorTree::UpdateType> &Updates);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H
