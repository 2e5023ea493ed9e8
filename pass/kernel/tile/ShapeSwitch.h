//===- ShapeSwitch.h - One function for tiles of many shapes ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Micro-kernels for tiles of other shapes than mr×nr are cases of one function
/// (TileFunction.h). A parameter says which of them a call wants.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_SHAPESWITCH_H
#define GEMMIFY_PASS_KERNEL_TILE_SHAPESWITCH_H

#include "pass/plan/EdgeShapes.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Numbers for shapes of whole vectors and whole groups of columns, the same in
/// the function and in those who call it.
struct ShapeNumbers {
  unsigned Lanes;      ///< Rows of a vector.
  unsigned GroupCols;  ///< Columns of a group.
  unsigned MostGroups; ///< Of any shape.

  uint64_t of(EdgeShape S) const {
    return uint64_t(S.Rows / Lanes - 1) * MostGroups + S.Cols / GroupCols - 1;
  }
  /// Of the least shape that has \p Rows and \p Cols (i64).
  llvm::Value *of(llvm::IRBuilderBase &B, llvm::Value *Rows,
                  llvm::Value *Cols) const;
};

class ShapeSwitch {
public:
  /// Begins the body of \p F, which consists of cases, all emitted at \p B.
  ShapeSwitch(llvm::IRBuilderBase &B, llvm::Function &F, unsigned Param);

  /// Adds what \p Emit emits, for calls with \p Number.
  void add(uint64_t Number, const llvm::Twine &Name,
           llvm::function_ref<void()> Emit);

private:
  llvm::IRBuilderBase &B;
  llvm::Function &F;
  llvm::SwitchInst *Choice;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_SHAPESWITCH_H
