//===- MatrixMemory.h - A column-major matrix in memory ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses, alignment and metadata of the pieces of a matrix in memory:
/// element (r, c) lies c·Stride + r elements after Ptr.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MATRIX_MATRIXMEMORY_H
#define GEMMIFY_LOWERING_MATRIX_MATRIXMEMORY_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

namespace gemmify {

/// Whether an array of \p T and a vector of \p T have the same bytes, so that
/// a vector in memory can be read in pieces. Not so for i1, i7 or x86_fp80.
bool isPacked(const llvm::DataLayout &DL, llvm::Type *T);

struct MatrixMemory {
  llvm::Value *Ptr = nullptr;
  llvm::Value *Stride = nullptr; ///< In elements, any integer type.
  llvm::Type *ElemTy = nullptr;
  llvm::Align Alignment; ///< Of Ptr.
  bool Volatile = false;
  bool InBounds = false; ///< The whole matrix lies in one object.
  llvm::AAMDNodes AA;    ///< Valid for an access to any element.

  /// A vector of \p Len elements from (\p Row, \p Col) downward.
  llvm::Value *load(llvm::IRBuilderBase &B, unsigned Row, unsigned Col,
                    unsigned Len) const;
  /// Element (\p Row, \p Col) as a scalar.
  llvm::Value *loadElement(llvm::IRBuilderBase &B, unsigned Row,
                           unsigned Col) const;
  /// Stores the vector \p V from (\p Row, \p Col) downward.
  void store(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Row,
             unsigned Col) const;
  /// Address of element (\p Row, \p Col).
  llvm::Value *address(llvm::IRBuilderBase &B, unsigned Row,
                       unsigned Col) const;
  /// The part that begins at (\p Row, \p Col), i64 values.
  MatrixMemory from(llvm::IRBuilderBase &B, llvm::Value *Row,
                    llvm::Value *Col) const;

  /// The stride when it is a constant that fits.
  std::optional<uint64_t> constantStride() const;
  /// Whether consecutive columns of \p Rows elements are contiguous.
  bool isContiguous(unsigned Rows) const {
    return constantStride() == uint64_t(Rows);
  }

private:
  llvm::Align alignment(const llvm::DataLayout &DL, unsigned Row,
                        unsigned Col) const;
  llvm::Value *loadAs(llvm::IRBuilderBase &B, llvm::Type *T, unsigned Row,
                      unsigned Col) const;
};

/// The memory that a plain load or store of a flat matrix of \p Rows rows
/// accesses. The access must be simple and its element type packed.
MatrixMemory memoryOf(llvm::LoadInst &Load, unsigned Rows);
MatrixMemory memoryOf(llvm::StoreInst &Store, unsigned Rows);

/// The memory that a `matrix.column.major.load` or `store` accesses.
MatrixMemory memoryOfColumnAccess(llvm::IntrinsicInst &Call);

/// A buffer of \p Rows×\p Cols elements in the entry block of \p F.
MatrixMemory createBuffer(llvm::Function &F, llvm::Type *ElemTy, unsigned Rows,
                          unsigned Cols);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MATRIX_MATRIXMEMORY_H
