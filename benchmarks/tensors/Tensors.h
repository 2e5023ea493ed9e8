//===- Tensors.h - What one run multiplies ---------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A contraction or a convolution: axes with a size and a stride in each
/// tensor. An axis with which C does not move is one of the sum, k; else it is
/// one of i where A moves with it, and one of j where B does.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_TENSORS_H
#define GEMMIFY_BENCHMARKS_TENSORS_H

#include <string>
#include <vector>

struct Axis {
  long Size = 1, A = 0, B = 0, C = 0; ///< Strides in elements.
  bool isOfSum() const { return !C; }
  bool isOfRows() const { return C && A; }
};

struct Row {
  std::string Kind; ///< "reference", "strict", "free", "matrices" or "blas".
  std::string Name, Object;
};

struct Problem {
  std::string Types = "f32";
  std::vector<Axis> Axes;
  std::vector<long> Sizes; ///< What the rows' functions are called with.
  std::vector<Row> Rows;
  long ElementsA = 0, ElementsB = 0, ElementsC = 0;
  int Processor = 0, Rounds = 7;
  double MinTime = 0.02; ///< Seconds of one row in one round.

  /// Ends the program when an argument cannot be used.
  static Problem parse(int Argc, char **Argv);
  long m() const, n() const, k() const;
};

#endif // GEMMIFY_BENCHMARKS_TENSORS_H
