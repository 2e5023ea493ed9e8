//===- VectorWidth.h - How long a kernel's vectors are ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For Intel's processors with AVX-512, LLVM's tuning keeps the vectorizers at
/// 256 bits: a few long vectors among other code may slow that down. A kernel
/// consists of vector code, which runs at half the speed with half the bits.
/// Users who want 256 bits say so with -mprefer-vector-width=256.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_VECTORWIDTH_H
#define GEMMIFY_LOWERING_TARGET_VECTORWIDTH_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// While this object lives, kernels are planned and built with the longest
/// vectors that the processor and the user allow in \p F; they inherit the
/// attributes that say so.
class LongVectorScope {
public:
  explicit LongVectorScope(llvm::Function &F);
  ~LongVectorScope();
  LongVectorScope(const LongVectorScope &) = delete;
  LongVectorScope &operator=(const LongVectorScope &) = delete;

private:
  llvm::Function &F;
  const bool Changes;
};

/// Limits vectors of functions with \p Attrs to those that \p F prefers, if it
/// says so. Otherwise the back end would fill memory with longer ones.
void limitVectors(llvm::AttrBuilder &Attrs, const llvm::Function &F);

/// Keeps the back end from splitting the vectors of \p Kernel where it is part
/// of \p Host.
void keepVectorsWhole(llvm::Function &Host, const llvm::Function &Kernel);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_VECTORWIDTH_H
