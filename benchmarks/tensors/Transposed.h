//===- Transposed.h - Tensors that a library of matrices takes --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What people do who have BLAS: bring each tensor into the order of a matrix,
/// multiply, and bring the result back (TTGT); for convolutions it is called
/// im2col. Tensors that already are a matrix are not copied, and of the orders
/// of axes the one is taken that copies least.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_TRANSPOSED_H
#define GEMMIFY_BENCHMARKS_TRANSPOSED_H

#include "Tensors.h"
#include <cstdlib>
#include <memory>

/// A matrix of two groups of axes within a tensor.
struct Matrix {
  std::vector<long> RowSizes, RowStrides, ColSizes, ColStrides;
  /// Strides of rows and columns, where one of each does.
  bool isPlain(long &RowStride, long &ColStride) const;
  long rows() const, cols() const;
  long elements() const { return rows() * cols(); }
};

template <typename T> class Transposed {
public:
  explicit Transposed(const Problem &P);
  void multiply(const T *A, const T *B, T *C);
  /// "OpenBLAS 0.3.21, SkylakeX kernels"; "missing: ..." where it is not there.
  static std::string version();

private:
  struct Free {
    void operator()(void *X) const { std::free(X); }
  };
  using Buffer = std::unique_ptr<T[], Free>;
  Matrix A, B, C;
  Buffer CopyA, CopyB, CopyC;
  long M, N, K;
};

#endif // GEMMIFY_BENCHMARKS_TRANSPOSED_H
