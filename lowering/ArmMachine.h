//===- ArmMachine.h - What AArch64 rows share -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARMMACHINE_H
#define GEMMIFY_LOWERING_ARMMACHINE_H

#include "../intrinsic/TargetRecord.h"
#include "llvm/IR/Function.h"

namespace gemmify {

/// Whether \p F is for little-endian AArch64 with \p Features ("+dotprod").
bool isLittleAArch64(const llvm::Function &F, llvm::StringRef Features);

/// Whether \p F is for vectors of SVE that are longer than NEON's.
bool hasLongVectors(const llvm::Function &F);

/// A record with NEON's registers and the caches of the CPU that \p F is for.
TargetRecord describeArm(const llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARMMACHINE_H
