//===- MatrixCall.h - The contract around llvm.matrix.* ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the macro level may write and the lowering level promises to
/// understand: shapes and builders of the `llvm.matrix.*` intrinsics.
///
/// All matrices are flattened column-major: element (r, c) of an R×C matrix is
/// lane c·R + r. An *accumulating site* is
///
///     %acc  = phi <mr·nr x T> [ %init, %preheader ], [ %acc.next, %latch ]
///     %prod = call contract @llvm.matrix.multiply(%a, %b, mr, kr, nr)
///     %acc.next = fadd contract %acc, %prod          ; or fsub, or add/sub
///
/// `contract` on the call and on the add allows a fused multiply-add, as
/// `llvm.fmuladd` does for scalars; without it, a product is rounded before it
/// is added. When kr > 1 the sum of products is formed before the addend is
/// added, unless the add carries the metadata `!gemmify.seeded`: then the sum
/// starts with the addend, and the products are added to it one by one in the
/// order of k, as the source's loop does.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_MATRIXCALL_H
#define GEMMIFY_INTRINSIC_MATRIXCALL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace gemmify {

/// Metadata kind on the add of an accumulating site, see the file comment.
constexpr llvm::StringLiteral SeededMetadata = "gemmify.seeded";

/// Shape of a `llvm.matrix.multiply`: an m×k matrix times a k×n matrix.
struct MultiplyShape {
  unsigned M = 0;
  unsigned K = 0;
  unsigned N = 0;
};

/// The shape of \p I when it is a call of `llvm.matrix.multiply`.
std::optional<MultiplyShape> getMultiplyShape(const llvm::Instruction &I);

/// Multiplies \p A (m×k) by \p B (k×n); both flattened column-major vectors of
/// one element type. The builder's fast-math flags are set on the call.
llvm::CallInst *createMultiply(llvm::IRBuilderBase &B, llvm::Value *A,
                               llvm::Value *Bmat, MultiplyShape Shape);

/// Loads a \p Rows×\p Cols matrix of \p ElemTy whose columns are contiguous
/// and lie \p Stride *elements* apart (i64).
llvm::Value *createColumnLoad(llvm::IRBuilderBase &B, llvm::Type *ElemTy,
                              llvm::Value *Ptr, llvm::Value *Stride,
                              unsigned Rows, unsigned Cols);

/// Stores \p Matrix, the counterpart of createColumnLoad.
void createColumnStore(llvm::IRBuilderBase &B, llvm::Value *Matrix,
                       llvm::Value *Ptr, llvm::Value *Stride, unsigned Rows,
                       unsigned Cols);

/// Transposes a \p Rows×\p Cols matrix.
llvm::Value *createTranspose(llvm::IRBuilderBase &B, llvm::Value *Matrix,
                             unsigned Rows, unsigned Cols);

/// The \p Rows×\p Ks matrix of \p Ty that \p Words, a vector of integers, holds
/// in groups of steps of k: word g·Rows + r holds group g of row r.
llvm::Value *createGrouped(llvm::IRBuilderBase &B, llvm::Value *Words,
                           llvm::Type *Ty, unsigned Rows, unsigned Ks);

/// The words of \p V, which createGrouped() has made, and the steps of k in
/// each.
struct GroupedWords {
  llvm::Value *Words = nullptr;
  unsigned Group = 0;
};
std::optional<GroupedWords> matchGrouped(llvm::Value *V);

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_MATRIXCALL_H
