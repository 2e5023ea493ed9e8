//===- ScalarVersion.h - The source's loops for a few steps -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For products that are too small for a kernel, the test in front of it takes
/// a good part of the time. A copy of the source's loops makes up for it where
/// the inner loop has few steps: it is neither unrolled nor vectorized, which
/// would cost more than it gains. Kernels that get no memory go on to another
/// copy, which may be vectorized: no value of the source's loops has to be kept
/// across the call then.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H
#define GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H

#include "intrinsic/Tuning.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Whether the compiler would vectorize the innermost loop of \p Nest, or at
/// least unroll what does not wait for the step before.
bool isVectorized(const GemmNest &Nest);

/// Bounds on the steps of the innermost loop. Below them, small loops are
/// faster than what the compiler makes of the source's.
struct FewSteps {
  uint64_t Always;
  /// Where a step leads across lines. Not below Always.
  uint64_t Across;
};
FewSteps fewSteps(const GemmNest &Nest, const ScalarTuning &Tune);

/// Strides in bytes by which the innermost loop of \p Nest leads across lines,
/// but for those that turn out to be the size of an element at run time: the
/// compiler vectorizes for these, and asks.
struct ElementStride {
  const llvm::SCEV *Stride;
  uint64_t Bytes; ///< Of an element.
};
llvm::SmallVector<ElementStride, 3> stridesAcross(const GemmNest &Nest);

/// The innermost loop of \p Nest.
llvm::Loop &innerLoop(const GemmNest &Nest);

/// How many steps the innermost loop of \p Nest has, all blocks of it together.
const llvm::SCEV *innerSteps(const GemmNest &Nest);

/// Whether \p Nest, which is a product and nothing else, is short enough to be
/// there again, not unrolled in the source, and may have more than a few steps
/// that the compiler does not know.
bool canHaveScalarVersion(const GemmNest &Nest, const ScalarTuning &Tune,
                          llvm::ScalarEvolution &SE);

/// What becomes of a copy: it is left as it is, or may be vectorized.
enum class LoopCopy { Small, Vectorizable };

/// Copies \p Nest, whose preheader is empty, for the branch that the caller
/// adds to \p Before. Notes edges that the dominator tree does not know yet in
/// \p Updates.
llvm::Loop *
emitCopy(const GemmNest &Nest, llvm::BasicBlock &Before, LoopCopy Kind,
         const ScalarTuning &Tune, const NestAnalyses &A,
         llvm::SmallVectorImpl<llvm::DominatorTree::UpdateType> &Updates);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_SCALARVERSION_H
