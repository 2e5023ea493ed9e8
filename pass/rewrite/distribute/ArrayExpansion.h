//===- ArrayExpansion.h - Rows that share one place -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest may compute one row of a product at a time, always in the same place:
///
///     for q
///       for p { row(p) = 0; for s: row(p) += A(q,s) * B(s,p) }
///       for p: D(q,p) = row(p)
///
/// Array expansion turns it into a nest that ResidualLegality can split:
/// iteration q uses row q of a matrix in workspace instead. This is correct
/// when each iteration writes the row before it reads it and nothing else
/// touches it. In the end, the row of the last iteration is copied to the
/// original place.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H

#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// Bytes of an element of C.
uint64_t elementBytes(const GemmNest &N, const llvm::DataLayout &DL);

/// Whether C of \p N is one contiguous row that each iteration of the outermost
/// loop recomputes, and that loop has other statements.
bool canExpandRow(const GemmNest &N, const llvm::DataLayout &DL);

/// Whether \p X reads or writes each element of the row in turn.
bool touchesRow(const NestAccess &X, const GemmNest &N,
                llvm::ScalarEvolution &SE);

/// Whether \p Read, which in block order follows all accesses of the product to
/// the row, starts where the row begins or may begin and reads no element
/// before it is complete. The guard has to check that it stays in the row.
bool followsRow(const NestAccess &Read, const GemmNest &N,
                llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_ARRAYEXPANSION_H
