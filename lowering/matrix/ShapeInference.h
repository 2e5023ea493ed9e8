//===- ShapeInference.h - Which values are matrices -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the instructions of a function that the lowering keeps in pieces: the
/// matrix intrinsics, and the elementwise operations and phis between them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MATRIX_SHAPEINFERENCE_H
#define GEMMIFY_LOWERING_MATRIX_SHAPEINFERENCE_H

#include "Layout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace gemmify {

using LayoutMap = llvm::DenseMap<const llvm::Instruction *, Layout>;

/// Whether \p I is one of `llvm.matrix.*`.
bool isMatrixIntrinsic(const llvm::Instruction &I);

/// Whether lane n of the vector \p I depends on lanes n of its vector operands
/// and on scalar operands only. Not so for phis.
bool isElementwise(const llvm::Instruction &I);

/// The cut of a matrix with an element type, rows and columns.
using CutFunction =
    llvm::function_ref<Layout(llvm::Type *, unsigned, unsigned)>;

/// Assigns a layout to every value-producing matrix intrinsic, and to the
/// elementwise operations and phis that take or produce such values, unless
/// users disagree. Plain loads have no layout, as they suit any.
LayoutMap inferShapes(llvm::Function &F, CutFunction CutFor);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MATRIX_SHAPEINFERENCE_H
