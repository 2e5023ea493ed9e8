//===- X86Machine.h - What x86 rows share -----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_X86_X86MACHINE_H
#define GEMMIFY_LOWERING_X86_X86MACHINE_H

#include "intrinsic/TargetRecord.h"
#include "llvm/IR/Function.h"

namespace gemmify {

/// Whether \p F is for x86-64 with AVX2.
bool isX86WithAVX2(const llvm::Function &F);

/// Function attributes: the vector length that the user prefers, and the length
/// that the back end must not split.
constexpr llvm::StringLiteral PreferredBits = "prefer-vector-width",
                              LegalBits = "min-legal-vector-width";

/// Whether \p F may use vectors of 512 bits, but LLVM's tuning for its
/// processor makes the vectorizers use shorter ones and the user has not said
/// anything.
bool isTunedForShortVectors(const llvm::Function &F);

/// Whether 512-bit vectors are to be used in \p F. The back end splits them
/// under the same conditions.
bool uses512Bits(const llvm::Function &F);

/// A record with the registers and caches of the machine that \p F is for.
TargetRecord describeX86(const llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_X86_X86MACHINE_H
