//===- IndirectCheck.h - Whether rows lie apart -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where rows are found through tables, only the tables can tell whether they
/// share memory. A *strip* is the memory that one row touches: `Width` bytes
/// from its lowest address on. Strips of C have to be apart from each other and
/// from those of everything that the kernel reads.
///
/// Rows in ascending or descending order are compared in one pass, others pair
/// by pair, as long as that costs little compared to the product. In doubt, the
/// kernel refuses.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTCHECK_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTCHECK_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Whether emitIndirectCheck emits anything.
bool needsIndirectCheck(const GemmNest &Nest, llvm::ArrayRef<AffineRef> Others);

/// Emits code that makes the kernel return false unless C's rows are apart, C
/// is apart from each of \p Others, no arithmetic on looked-up values wraps,
/// and rows that must be equally long are.
void emitIndirectCheck(KernelContext &Ctx, llvm::ArrayRef<AffineRef> Others);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTCHECK_H
