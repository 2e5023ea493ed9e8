//===- OperandLines.h - Operands of outer products --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two operands of a product seen alike: *lines* that meet in dot products
/// over k. Lines of the left operand are its rows, those of the right one its
/// columns. Instructions that multiply several lines at once, rank steps of k
/// of each, take vectors in which the steps of a line are adjacent:
///
///     element (line, k) of a group  at  line·Rank + k
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_OPERANDLINES_H
#define GEMMIFY_LOWERING_CORE_OPERANDLINES_H

#include "lowering/matrix/Matrix.h"

namespace gemmify {

/// What one instruction takes of an operand: a number of lines and of steps of
/// k.
struct RankShape {
  unsigned Lines = 4;
  unsigned Rank = 1;

  unsigned lanes() const { return Lines * Rank; }
};

class OperandLines {
public:
  OperandLines(const Matrix &M, bool IsLeft);

  /// One vector of Shape.lanes() for each group of Shape.Rank steps of k in [\p
  /// KBegin, \p KEnd), of the \p Count lines from \p First on. Missing lines
  /// and steps are zero and are not read.
  llvm::SmallVector<llvm::Value *> groups(llvm::IRBuilderBase &B,
                                          RankShape Shape, unsigned First,
                                          unsigned Count, unsigned KBegin,
                                          unsigned KEnd) const;

  /// The first of them.
  llvm::Value *group(llvm::IRBuilderBase &B, RankShape Shape, unsigned First,
                     unsigned Count, unsigned KBegin, unsigned KEnd) const {
    return groups(B, Shape, First, Count, KBegin, KEnd).front();
  }

  /// Whether whole groups of \p Shape lie in memory as groups() has them, with
  /// the next lines right after.
  bool isContiguous(RankShape Shape) const;
  /// If so, where the group of \p First and \p K begins.
  llvm::Value *address(llvm::IRBuilderBase &B, unsigned First,
                       unsigned K) const;
  /// The memory that address() points into.
  const MatrixMemory &memory() const { return *M.memory(); }

private:
  llvm::Value *interleaved(llvm::IRBuilderBase &B, RankShape Shape,
                           unsigned First, unsigned Count, unsigned KBegin,
                           unsigned KEnd) const;

  /// Lines×k, lines being rows, if lines are adjacent; otherwise k×lines.
  Matrix M;
  /// Whether consecutive lines are adjacent in memory or in a vector. If not,
  /// consecutive steps of k are.
  bool LinesTouch;
};

/// \p V, padded with zeros to \p Lanes lanes.
llvm::Value *padWithZeros(llvm::IRBuilderBase &B, llvm::Value *V,
                          unsigned Lanes);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_OPERANDLINES_H
