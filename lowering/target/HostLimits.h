//===- HostLimits.h - What a host keeps kernels from ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function that calls a kernel may have modes, vectors, registers or a
/// calling convention that rule out the call, or for which LLVM cannot generate
/// code.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H
#define GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H

#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Triple.h"

namespace gemmify {

/// Whether \p F shares a mode or state with its callers (SME's), so that it may
/// not call ordinary functions without support routines of the ABI.
bool mustNotCall(const llvm::Function &F);

/// Whether LLVM's code generator can only load and convert bfloats in the
/// vectors of \p F: in fixed vectors longer than NEON's, it fails to compare,
/// round to or store them.
bool lacksBfloatVectors(const llvm::Function &F);

/// Whether a function of convention \p CC may call ordinary functions, with
/// LLVM saving what these clobber and the convention preserves. Not so where
/// all vector registers are preserved: LLVM saves those that the function is
/// compiled for, but a library may use longer ones.
bool mayCallOthers(llvm::CallingConv::ID CC);

/// Whether loops may be aligned. AArch64's unwind tables on Windows need the
/// length of a function, which LLVM cannot tell when there is padding.
bool mayAlignLoops(const llvm::Triple &T);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H
