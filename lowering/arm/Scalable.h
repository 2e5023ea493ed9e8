//===- Scalable.h - Fixed vectors in SVE's registers ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SVE's registers hold as many segments of 128 bits as the processor has; its
/// instructions that multiply by an element, or blocks of bytes, work segment
/// by segment. Matrices are cut into fixed vectors of more than 128 bits, which
/// fit wherever the function's `vscale_range` says so. Here such a vector is
/// the beginning of a scalable one, which takes no instruction. The lanes after
/// it, on a processor with longer registers, are never read.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_SCALABLE_H
#define GEMMIFY_LOWERING_ARM_SCALABLE_H

#include "lowering/matrix/Layout.h"
#include "lowering/matrix/MatrixMemory.h"

namespace gemmify {

/// Bits of a segment.
constexpr unsigned SegmentBits = 128;

/// Elements of \p ElemTy in a segment.
unsigned segmentLanes(llvm::Type *ElemTy);

/// SVE's vectors of \p ElemTy.
llvm::ScalableVectorType *scalableTy(llvm::Type *ElemTy);

/// A scalable vector that begins with the fixed one \p V.
llvm::Value *toScalable(llvm::IRBuilderBase &B, llvm::Value *V);

/// The first \p Lanes of the scalable vector \p V.
llvm::Value *toFixed(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Lanes);

/// The segment of \p M's elements at \p Ptr in all segments of a vector: LD1RQ.
llvm::Value *loadSegment(llvm::IRBuilderBase &B, const MatrixMemory &M,
                         llvm::Value *Ptr);

/// The same of \p V, which is a segment long.
llvm::Value *copySegment(llvm::IRBuilderBase &B, llvm::Value *V);

/// Whether the pieces of \p Cut with elements of \p ElemTy all have the same
/// length, a power of two of more than one segment.
bool isCutIntoSegments(const Layout &Cut, llvm::Type *ElemTy);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_SCALABLE_H
