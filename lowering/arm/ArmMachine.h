//===- ArmMachine.h - What AArch64 rows share -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_ARMMACHINE_H
#define GEMMIFY_LOWERING_ARM_ARMMACHINE_H

#include "intrinsic/TargetRecord.h"
#include "llvm/IR/Function.h"

namespace gemmify {

/// Whether \p F may run in streaming mode, where most of NEON and some of SVE
/// is illegal.
bool mayStream(const llvm::Function &F);

/// Whether \p F gets ZA or ZT0 from its callers, gives it to them or has one of
/// its own.
bool hasZA(const llvm::Function &F);

/// Whether \p F is for little-endian AArch64 with \p Features ("+dotprod"), and
/// never runs in streaming mode.
bool isLittleAArch64(const llvm::Function &F, llvm::StringRef Features);

/// Bits that SVE's vectors have at least where \p F runs, by its
/// `vscale_range`, if those are more than NEON's; else 0.
unsigned longVectorBits(const llvm::Function &F);

/// The same where vectors are NEON's, and not longer.
bool isLittleNeon(const llvm::Function &F, llvm::StringRef Features);

/// Whether \p F may run where SVE's vectors have \p Bits or more, and it is
/// worth to look: F does not count on as many, nor exclude them, and its CPU is
/// not one with others.
bool mayHaveVectorBits(const llvm::Function &F, unsigned Bits);

/// The most bits of streaming mode's vectors that SME's rows use.
constexpr unsigned MaxStreamingBits = 512;

/// Bits that streaming mode's vectors have where \p F runs, or more of them, by
/// its MayStreamAttribute; 0: it has none.
unsigned streamingBits(const llvm::Function &F);

/// Whether streaming mode's vectors may have \p Bits on the CPU of \p F.
bool mayHaveStreamingBits(const llvm::Function &F, unsigned Bits);

/// Makes \p F, which has a MayStreamAttribute, run in streaming mode, with a ZA
/// of its own, wherever it is called from: LLVM enters and leaves it, and saves
/// what ZA holds of a caller.
void enterStreaming(llvm::Function &F);

/// Has each load of \p F, if the macro level has added it, read one register,
/// where two at once (LDP) cost the CPU that F is for more than they save.
void loadSingleRegisters(llvm::Function &F);

/// A record with NEON's registers and the caches of the CPU that \p F is for.
TargetRecord describeArm(const llvm::Function &F);

/// The same with vectors of longVectorBits().
TargetRecord describeSve(const llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_ARMMACHINE_H
