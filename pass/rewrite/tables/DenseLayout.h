//===- DenseLayout.h - How elements behind tables lie in a copy -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy of what a TablePath finds is an array with an axis for each place in
/// which the path moves. Loops that move a place by the same step, or one by a
/// multiple of the other's, share an axis (`i + r`, `2 * i + r`), so that an
/// element is in the copy once.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_DENSELAYOUT_H
#define GEMMIFY_PASS_REWRITE_TABLES_DENSELAYOUT_H

#include "TablePath.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// A place in a table, or in the row that tables lead to.
struct DenseAxis {
  unsigned Level = 0;               ///< Of the path.
  const llvm::SCEV *Unit = nullptr; ///< Bytes from one position to the next.
  /// By how many positions each loop moves; not 0.
  llvm::SmallVector<std::pair<const llvm::Loop *, int64_t>, 2> By;

  /// Whether loops come to each position between the first and the last one.
  bool isWhole() const {
    return llvm::all_of(By, [](const auto &Each) {
      return Each.second == 1 || Each.second == -1;
    });
  }
};

/// The axes of a copy, of which the last one is contiguous.
class DenseLayout {
public:
  /// How often a loop runs.
  using Count = llvm::function_ref<llvm::Value *(const llvm::Loop *)>;

  /// Unless \p SharesAxes, each loop has an axis of its own.
  DenseLayout(const TablePath &Path, llvm::ScalarEvolution &SE,
              bool SharesAxes);

  llvm::ArrayRef<DenseAxis> axes() const { return Axes; }
  uint64_t elementBytes() const { return ElemBytes; }

  /// How many positions an axis has; the one that loops which move it back are
  /// counted from. Nothing wraps where fits() says so.
  static llvm::Value *extent(llvm::IRBuilderBase &B, const DenseAxis &Axis,
                             Count CountOf);
  static llvm::Value *origin(llvm::IRBuilderBase &B, const DenseAxis &Axis,
                             Count CountOf);
  /// Bytes from one position of each axis to the next, and of all.
  llvm::SmallVector<llvm::Value *, 6> strides(llvm::IRBuilderBase &B,
                                              Count CountOf) const;

private:
  void addShared(unsigned Level, LoopForm Form, llvm::ScalarEvolution &SE);

  uint64_t ElemBytes;
  llvm::SmallVector<DenseAxis, 5> Axes;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_DENSELAYOUT_H
