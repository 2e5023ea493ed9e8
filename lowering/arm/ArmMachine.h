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

/// Whether \p F receives ZA or ZT0 from its callers, returns it to them or has
/// its own.
bool hasZA(const llvm::Function &F);

/// Whether \p F is for little-endian AArch64 with \p Features ("+dotprod"), and
/// never runs in streaming mode.
bool isLittleAArch64(const llvm::Function &F, llvm::StringRef Features);

/// The least number of bits of SVE's vectors where \p F runs, by its
/// `vscale_range`, if that is more than NEON's; otherwise 0.
unsigned longVectorBits(const llvm::Function &F);

/// The same for vectors that are no longer than NEON's.
bool isLittleNeon(const llvm::Function &F, llvm::StringRef Features);

/// Whether \p F may run where SVE's vectors have \p Bits or more, and should
/// test for them: F neither guarantees nor excludes that length, and its CPU is
/// not known to have another.
bool mayHaveVectorBits(const llvm::Function &F, unsigned Bits);

/// The most bits of streaming mode's vectors that SME's rows use.
constexpr unsigned MaxStreamingBits = 512;

/// The least number of bits of streaming mode's vectors where \p F runs, by its
/// MayStreamAttribute; 0: it has none.
unsigned streamingBits(const llvm::Function &F);

/// Whether streaming mode's vectors may have \p Bits on the CPU of \p F.
bool mayHaveStreamingBits(const llvm::Function &F, unsigned Bits);

/// Makes \p F, which has a MayStreamAttribute, run in streaming mode, with a ZA
/// of its own, whoever calls it: LLVM enters and leaves the mode and saves the
/// caller's ZA.
void enterStreaming(llvm::Function &F);

/// If the macro level has added \p F, makes each of its loads read one
/// register, where two at once (LDP) cost F's CPU more than they save.
void loadSingleRegisters(llvm::Function &F);

/// A record with NEON's registers and the caches of the CPU that \p F is for.
TargetRecord describeArm(const llvm::Function &F);

/// The same with vectors of longVectorBits().
TargetRecord describeSve(const llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_ARMMACHINE_H
