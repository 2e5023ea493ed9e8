//===- PackFunction.h - Packing shared by kernels ---------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operands that are plain memory are packed by functions that kernels share:
/// transposing in registers is most of a kernel's code, and kernels differ
/// there in little more than addresses and strides.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKFUNCTION_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKFUNCTION_H

#include "Pack.h"

namespace gemmify {

/// Whether \p Block can be packed by a function: one element of memory per line
/// and step of k. Where all sizes are known, it is packed by specialized code.
bool isPackedByFunction(const KernelContext &Ctx, const PackedBlock &Block);

/// Emits the call that packs \p Block to \p Dest.
void emitPackCall(KernelContext &Ctx, const PackedBlock &Block,
                  llvm::Value *Dest);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKFUNCTION_H
