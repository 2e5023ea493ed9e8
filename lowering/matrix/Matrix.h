//===- Matrix.h - A matrix value, wherever it lives -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Rows×Cols matrix that is a flat vector, a list of pieces or memory, with
/// ways to get lanes out of it. Emits no more than needed: loads of single
/// vectors and elements, extracting shuffles, or nothing.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MATRIX_MATRIX_H
#define GEMMIFY_LOWERING_MATRIX_MATRIX_H

#include "Layout.h"
#include "MatrixMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace gemmify {

class Matrix {
public:
  /// \p V is the flattened matrix. Lanes beyond its end are poison.
  static Matrix flat(llvm::Value *V, unsigned Rows, unsigned Cols);
  static Matrix pieces(Layout Cut, llvm::ArrayRef<llvm::Value *> Pieces);
  /// Valid only while the memory holds the matrix.
  static Matrix memory(const MatrixMemory &M, unsigned Rows, unsigned Cols);
  /// The transpose of a \p Cols×\p Rows matrix in memory.
  static Matrix transposed(const MatrixMemory &M, unsigned Rows, unsigned Cols);

  /// A matrix in memory whose columns are interleaved, \p Group at a time:
  /// their elements in a row are adjacent.
  static Matrix grouped(const MatrixMemory &M, unsigned Rows, unsigned Cols,
                        unsigned Group);

  unsigned rows() const { return Rows; }
  unsigned cols() const { return Cols; }
  unsigned lanesTotal() const { return Rows * Cols; }
  /// The memory that holds the matrix column by column, or null.
  const MatrixMemory *memory() const {
    return Mem && !ByRows && Group == 1 ? &*Mem : nullptr;
  }
  /// The memory that holds the matrix row by row, described as its transpose,
  /// or null.
  const MatrixMemory *rowMemory() const {
    return Mem && ByRows ? &*Mem : nullptr;
  }

  /// The memory that holds it in groups of \p Columns columns, or null.
  const MatrixMemory *groupedMemory(unsigned Columns) const {
    return Mem && Group == Columns && Group > 1 ? &*Mem : nullptr;
  }

  /// The matrix with 16-bit floats as integers, which back ends support in
  /// vectors, where that costs nothing: in memory and in a flat vector.
  Matrix withBitsOfHalves(llvm::IRBuilderBase &B) const;

  /// Elements (Row..Row+Len-1, Col) as a vector of \p Len lanes.
  llvm::Value *lanes(llvm::IRBuilderBase &B, unsigned Row, unsigned Col,
                     unsigned Len) const;
  /// Element (\p Row, \p Col) as a scalar.
  llvm::Value *element(llvm::IRBuilderBase &B, unsigned Row,
                       unsigned Col) const;
  /// Element (\p Row, \p Col) in each of \p Len lanes.
  llvm::Value *splat(llvm::IRBuilderBase &B, unsigned Row, unsigned Col,
                     unsigned Len) const;
  /// All pieces of the cut \p Wanted.
  llvm::SmallVector<llvm::Value *> cut(llvm::IRBuilderBase &B,
                                       Layout Wanted) const;

private:
  Matrix(unsigned Rows, unsigned Cols) : Rows(Rows), Cols(Cols) {}
  llvm::Value *loadElement(llvm::IRBuilderBase &B, unsigned Row,
                           unsigned Col) const;
  llvm::Value *fromPieces(llvm::IRBuilderBase &B, unsigned Row, unsigned Col,
                          unsigned Len) const;

  unsigned Rows, Cols;
  llvm::Value *Flat = nullptr;
  Layout Cut;
  llvm::SmallVector<llvm::Value *> Pieces;
  std::optional<MatrixMemory> Mem;
  bool ByRows = false;
  unsigned Group = 1; ///< Columns of Mem that are interleaved.
};

/// Lanes [\p First, \p First + \p Len) of the vector \p V; lanes beyond its end
/// are poison.
llvm::Value *sliceVector(llvm::IRBuilderBase &B, llvm::Value *V, unsigned First,
                         unsigned Len);

/// Concatenates vectors of any lengths.
llvm::Value *joinVectors(llvm::IRBuilderBase &B,
                         llvm::ArrayRef<llvm::Value *> Parts);

/// The vector of 16-bit floats \p V as floats. Needs no back-end support for
/// bfloat: PowerPC's can neither convert nor load single ones.
llvm::Value *extendToFloat(llvm::IRBuilderBase &B, llvm::Value *V);

/// Stores the pieces of \p Cut from (\p Row, \p Col) of \p To on.
void storePieces(llvm::IRBuilderBase &B, const MatrixMemory &To,
                 const Layout &Cut, llvm::ArrayRef<llvm::Value *> Pieces,
                 unsigned Row = 0, unsigned Col = 0);

/// The flattened matrix of the pieces \p Pieces.
llvm::Value *flatten(llvm::IRBuilderBase &B, Layout Cut,
                     llvm::ArrayRef<llvm::Value *> Pieces);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MATRIX_MATRIX_H
