//===- TableWalk.h - Loops over all that a path finds -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits loops that go the way of a TablePath to each of its rows, or of its
/// elements, once: through all entries of the first table, from each of them
/// through the next one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_TABLEWALK_H
#define GEMMIFY_PASS_REWRITE_TABLES_TABLEWALK_H

#include "DenseLayout.h"
#include <functional>

namespace gemmify {

/// What is copied, or only compared.
struct TabledOperand {
  TabledOperand(const TablePath &Path, llvm::ScalarEvolution &SE,
                bool SharesAxes)
      : Path(Path), Layout(Path, SE, SharesAxes) {}

  /// Whether \p Axis goes along a row, not along a table.
  bool isInRow(const DenseAxis &Axis) const {
    return Axis.Level + 1 == Path.Levels.size();
  }

  TablePath Path;
  DenseLayout Layout;
  bool IsResult = false;
  bool IsRead = false;
  bool IsCopied = false; ///< The nest gets a copy of it.
  bool IsTested = false; ///< It may be where the result is.
};

class TableWalk {
public:
  /// What is at \p Ptr; \p At: the sum of strides on the way.
  using Visit = llvm::function_ref<void(llvm::Value *Ptr, llvm::Value *At)>;

  /// Gives a number of 64 bits, or a pointer.
  using Number = std::function<llvm::Value *(const llvm::SCEV *)>;
  /// Says how often a loop runs.
  using Count = std::function<llvm::Value *(const llvm::Loop *)>;

  TableWalk(llvm::IRBuilderBase &B, Number NumberOf, Count CountOf)
      : B(B), NumberOf(std::move(NumberOf)), CountOf(std::move(CountOf)) {}

  /// Visits each element of \p Of. \p Strides: of the axes.
  void eachElement(const TabledOperand &Of,
                   llvm::ArrayRef<llvm::Value *> Strides, Visit Body);
  /// Visits the first element of each row.
  void eachFirst(const TabledOperand &Of, llvm::ArrayRef<llvm::Value *> Strides,
                 Visit Body);
  /// Visits each element of the result, without reading a table: \p Firsts is a
  /// list of what eachFirst has visited, of which \p RowStrides is about.
  void eachOfRows(const TabledOperand &Of,
                  llvm::ArrayRef<llvm::Value *> Strides,
                  llvm::ArrayRef<llvm::Value *> RowStrides, llvm::Value *Firsts,
                  Visit Body);
  /// Visits the lowest byte of each row.
  void eachRow(const TabledOperand &Of, llvm::ArrayRef<llvm::Value *> Strides,
               Visit Body);
  /// The same of the result, whose axes have one loop each, in the order of \p
  /// Nest, and without reading an entry before the row is next. Calls \p
  /// Entered for each of the nest's loopsOfRows, when its index is known; those
  /// in which nothing is stored have been walked when a row is visited.
  void eachRowInOrder(const TabledOperand &Of, const TableNest &Nest,
                      llvm::ArrayRef<llvm::Value *> Strides,
                      llvm::function_ref<void(const llvm::Loop *)> Entered,
                      Visit Body);
  /// Where \p Path is at the indices of loops that eachRowInOrder has entered;
  /// unless \p AlongRow, at the first element of its row.
  llvm::Value *placeOf(const TablePath &Path, bool AlongRow);
  /// How far it is from one element of \p Axis to the next, in bytes, and how
  /// often it goes on.
  std::pair<llvm::Value *, llvm::Value *> stepsOf(const DenseAxis &Axis);
  /// Bytes from the lowest one of a row to behind its last.
  llvm::Value *rowBytes(const TabledOperand &Of);

private:
  struct Way;
  void enterLevel(const Way &Of, unsigned Level, llvm::Value *Ptr,
                  llvm::Value *At);
  void goAlong(const Way &Of, unsigned Axis, unsigned Level, llvm::Value *Ptr,
               llvm::Value *At);
  void goByLoops(const Way &Of, unsigned Axis, unsigned Loop, unsigned Level,
                 llvm::Value *Ptr, llvm::Value *At);
  void goInOrder(llvm::ArrayRef<const llvm::Loop *> Loops,
                 llvm::function_ref<void(const llvm::Loop *)> Entered,
                 llvm::function_ref<void()> Body);
  llvm::Value *lowest(const TabledOperand &Of, llvm::Value *Ptr);

  llvm::IRBuilderBase &B;
  const Number NumberOf;
  const Count CountOf;
  /// Of the loops that eachRowInOrder has entered.
  llvm::SmallDenseMap<const llvm::Loop *, llvm::Value *> Index;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_TABLEWALK_H
