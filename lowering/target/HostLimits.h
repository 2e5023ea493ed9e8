//===- HostLimits.h - What a host keeps kernels from ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The function that a kernel is called from may have modes, vectors, registers
/// or a convention with which it cannot be, or LLVM cannot generate the code.
/// Each sentence says what to do about it, and is empty where there is no
/// reason.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H
#define GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H

#include "llvm/IR/Function.h"
#include "llvm/TargetParser/Triple.h"

namespace gemmify {

/// Whether \p F, by a mode or state that it shares with its callers, may not
/// call ordinary functions without support of their ABI: SME's.
bool mustNotCall(const llvm::Function &F);

/// Whether LLVM's code generator cannot do more with bfloats than load and
/// convert them in the vectors of \p F: in fixed vectors that are longer than
/// NEON's it fails on comparing, rounding to and storing them.
bool lacksBfloatVectors(const llvm::Function &F);

/// Whether a function of convention \p CC may call ordinary functions, and LLVM
/// saves in it what these clobber and it promises to keep. Those that promise
/// to keep all vector registers save the ones that they are compiled for, but a
/// library may have longer ones.
bool mayCallOthers(llvm::CallingConv::ID CC);

/// Whether loops may be aligned: LLVM cannot tell the length of a function with
/// padding, which AArch64's unwind tables on Windows need.
bool mayAlignLoops(const llvm::Triple &T);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_HOSTLIMITS_H
