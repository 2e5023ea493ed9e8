//===- ArrayExpansion.h - Rows that share one place -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest may form one row of a product at a time, always in the same place:
///
///     for q
///       for p { row(p) = 0; for s: row(p) += A(q,s) * B(s,p) }
///       for p: D(q,p) = row(p)
///
/// Array expansion makes it the nest that ResidualLegality can split: iteration
/// q has row q of a matrix in workspace instead. It is right when each
/// iteration writes the row before it reads it, and nothing else touches it.
/// The row that the last iteration leaves is copied to where it belongs in the
/// end.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H

#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// Bytes of an element of C.
uint64_t elementBytes(const GemmNest &N, const llvm::DataLayout &DL);

/// Whether C of \p N is one contiguous row that each iteration of the outermost
/// loop computes anew, and something else happens in that loop.
bool canExpandRow(const GemmNest &N, const llvm::DataLayout &DL);

/// Whether \p X reads or writes each element of the row in turn.
bool touchesRow(const NestAccess &X, const GemmNest &N,
                llvm::ScalarEvolution &SE);

/// Whether \p Read, which follows all that the product does to the row in the
/// order of blocks, reads from where the row begins or may be, and no element
/// of it before that is complete. The guard has to find that it stays in the
/// row.
bool followsRow(const NestAccess &Read, const GemmNest &N,
                llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H
