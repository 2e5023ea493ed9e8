//===- PackPairs.h - Operands with parts of complex elements ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Packs an operand of which even lines are one slice and odd lines another.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKPAIRS_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKPAIRS_H

#include "Pack.h"

namespace gemmify {

/// How many bytes the first element of \p Odd lies behind that of \p Even, if
/// both are plain and move alike. Kernels differ by it.
std::optional<int64_t> distanceOfParts(const Slice &Even, const Slice &Odd);

/// Packs \p Block, whose operand has the even lines of \p Pair, to \p Dest.
void emitPackPairs(KernelContext &Ctx, const PackedBlock &Block,
                   const PairedOperand &Pair, llvm::Value *Dest);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKPAIRS_H
