//===- TargetFeatures.h - What instructions a function may use --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Feature tests for table rows. clang gives plugins no TargetMachine, but the
/// function's `target-cpu` and `target-features` are enough.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_TARGETFEATURES_H
#define GEMMIFY_LOWERING_TARGET_TARGETFEATURES_H

#include "intrinsic/Llvm.h"
#include "llvm/IR/FMF.h"
#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Triple.h"

namespace gemmify {

/// The triple of the module of \p F.
TripleRef tripleOf(const llvm::Function &F);

/// The `target-cpu` of \p F, empty when there is none.
llvm::StringRef targetCPU(const llvm::Function &F);

/// Whether \p F may use all of \p Features, spelled "+avx2,+fma". Where the
/// running tool lacks the target, only the names in `target-features` count.
bool hasFeatures(const llvm::Function &F, llvm::StringRef Features);

/// Whether the `target-features` of \p F exclude \p Feature, spelled "avx2", by
/// name.
bool deniesFeature(const llvm::Function &F, llvm::StringRef Feature);

/// Whether floats and doubles have a fused multiply-add in \p F, which
/// `llvm.fmuladd` then becomes.
bool hasFusedMultiplyAdd(const llvm::Function &F);

/// Whether no operation of \p F can be fused with another, whatever its flags
/// allow: for certain, on targets whose code generator we have read. What does
/// not name its processor may be compiled for any.
bool neverFuses(const llvm::Function &F);

/// Whether arithmetic with \p Flags in \p F may take denormals for zeros: the
/// function says so, or the flags are those of -ffast-math or
/// -funsafe-math-optimizations, which leave that to the startup code that is
/// linked.
bool mayFlushDenormals(const llvm::Function &F, llvm::FastMathFlags Flags);

/// Whether code of ours for \p T is tested: 64-bit processors with vectors or
/// plain scalars, and for matrix types their 32-bit relatives. Code for no
/// particular target counts as well.
bool isTestedTarget(const llvm::Triple &T);

/// Whether \p F may use the registers that a kernel with sums of type \p Sum
/// needs.
bool hasRegistersFor(const llvm::Function &F, const llvm::Type &Sum);

/// Whether registers of \p F hold numbers of type \p Sum with more precision
/// than memory does, so that it matters when one is stored.
bool holdsMoreThanMemory(const llvm::Function &F, const llvm::Type &Sum);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_TARGETFEATURES_H
