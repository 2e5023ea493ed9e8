//===- Contiguity.h - How references lie in memory --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether steps of an index move a reference by one element, and whether
/// elements lie as in a vector of them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRODUCT_CONTIGUITY_H
#define GEMMIFY_PASS_PRODUCT_CONTIGUITY_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Whether each step of \p D moves \p R by the constant \p Bytes.
bool movesBy(const AffineRef &R, LoopDim D, uint64_t Bytes);

/// Whether accesses by the type's own alignment are right for \p R.
bool isAligned(const AffineRef &R, const llvm::DataLayout &DL);

/// Whether an array of \p T has the layout of a vector of it.
bool isPacked(llvm::Type *T, const llvm::DataLayout &DL);

/// Whether \p R moves with \p D by one element of its type; \p InOneRun: as
/// long as it stays in one run, which axes that do not fold end.
bool isContiguous(const AffineRef &R, LoopDim D, const llvm::DataLayout &DL,
                  bool InOneRun = false);

/// Whether all loads of \p S that move with \p D do so, so that a vector along
/// it needs no single loads.
bool isContiguous(const Slice &S, LoopDim D, const llvm::DataLayout &DL,
                  bool InOneRun = false);

/// Whether some load of \p S is carried along \p D.
bool isCarried(const Slice &S, LoopDim D);

} // namespace gemmify

#endif // GEMMIFY_PASS_PRODUCT_CONTIGUITY_H
