//===- PackStep.h - Packs the operands of all products ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Packs a block of one operand of each product that a step of k has. The
/// blocks lie one behind the other: the micro-kernel reads a sliver of each at
/// the same time.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKSTEP_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKSTEP_H

#include "Pack.h"

namespace gemmify {

/// Packs \p First, which is of the first product's left or right operand in \p
/// Ctx, to \p Dest, and the same of each further product \p Bytes (i64) after
/// the one before.
void emitPackStep(KernelContext &Ctx, const PackedBlock &First,
                  llvm::Value *Dest, llvm::Value *Bytes);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKSTEP_H
