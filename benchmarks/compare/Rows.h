//===- Rows.h - What is compared, and how long it took ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row is one compiled `gemm` (or OpenBLAS). All rows are measured in turn,
/// round after round, so that a slow phase of the machine meets all of them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_ROWS_H
#define GEMMIFY_BENCHMARKS_ROWS_H

#include <functional>
#include <string>
#include <vector>

/// One line of the table.
template <typename T> struct Row {
  std::string Group; ///< The first row of a group is the one without plugin.
  std::string Label;
  /// C += A·B for n×n matrices, all row-major or all column-major.
  std::function<void(long, const T *, const T *, T *)> Gemm;
  /// Seconds by round; shorter than the others' when the row is slow.
  std::vector<double> Seconds;
  std::vector<T> Result;
};

/// Loads `gemm` of the shared object \p Path. Ends the program with a message
/// when it cannot.
template <typename T>
Row<T> loadRow(const std::string &Group, const std::string &Label,
               const std::string &Path);

/// Runs all rows \p Rounds times on the same random n×n matrices. A row that
/// takes more than a second runs once. Returns the FMA peak in GFLOP/s, probed
/// in every round as well.
template <typename T>
double measure(std::vector<Row<T>> &Rows, long N, int Rounds);

/// The middle of \p Values; 0 when there are none.
double median(std::vector<double> Values);

/// Median over the rounds of how many times faster \p R was than \p Than.
template <typename T> double speedup(const Row<T> &R, const Row<T> &Than);

/// Keeps the process on the processor that it is on; returns its number.
int pinToOneProcessor();

#endif // GEMMIFY_BENCHMARKS_ROWS_H
