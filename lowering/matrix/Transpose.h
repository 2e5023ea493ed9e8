//===- Transpose.h - Transposes in registers --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MATRIX_TRANSPOSE_H
#define GEMMIFY_LOWERING_MATRIX_TRANSPOSE_H

#include "Matrix.h"

namespace gemmify {

/// The pieces, cut by \p Wanted, of \p Source transposed. Square blocks with a
/// power of two of rows take log2 shuffles per vector; the rest is split into
/// smaller squares.
llvm::SmallVector<llvm::Value *> transpose(llvm::IRBuilderBase &B,
                                           const Matrix &Source, Layout Wanted);

/// Rows [\p Row, \p Row + \p Rows) of \p Source, each a vector of the columns
/// [\p Col, \p Col + \p Cols).
llvm::SmallVector<llvm::Value *> rowsOf(llvm::IRBuilderBase &B,
                                        const Matrix &Source, unsigned Row,
                                        unsigned Rows, unsigned Col,
                                        unsigned Cols);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MATRIX_TRANSPOSE_H
