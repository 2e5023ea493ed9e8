//===- FloatMode.h - How a thread rounds ------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The register that says how a thread rounds, whether it flushes subnormals
/// and which exceptions trap. A thread that computes for another one has to
/// work in that one's mode: MXCSR (Intel SDM, volume 1, 10.2.3), FPCR (Arm
/// ARM, C5.2), FPSCR (Power ISA, 4.2.2).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_FLOATMODE_H
#define GEMMIFY_LOWERING_TARGET_FLOATMODE_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/TargetParser/Triple.h"

namespace gemmify {

/// Whether the mode can be read and set on \p T.
bool hasFloatMode(const llvm::Triple &T);

/// The type of a mode on \p T, for which hasFloatMode() holds.
llvm::Type *floatModeType(llvm::LLVMContext &C, const llvm::Triple &T);

/// The mode of the thread that runs here.
llvm::Value *readFloatMode(llvm::IRBuilderBase &B);

/// Makes \p Mode the mode of the thread that runs here.
void setFloatMode(llvm::IRBuilderBase &B, llvm::Value *Mode);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_FLOATMODE_H
