//===- Eigen.cpp - Eigen as a row -----------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with the flags of the workloads, by GCC; sizes are constants of
/// Eigen's types where M, N and K are given.
///
//===----------------------------------------------------------------------===//

#include "../workloads/product.h"
#include "Library.h"

enum { Unknown = -1 }; // as Eigen::Dynamic
#ifdef M
enum { Rows = M, Columns = N, Depth = K };
#undef M
#undef N
#undef K
#else
enum { Rows = Unknown, Columns = Unknown, Depth = Unknown };
#endif

// Names of Eigen's own.
#undef a
#undef b
#undef c
#include <Eigen/Core>

using namespace Eigen;

/// A vector that is a row cannot be stored by columns, nor the other way round.
template <typename T, int Height, int Width, bool ByColumns>
using Of = Matrix<T, Height, Width,
                  Height == 1 && Width != 1   ? RowMajor
                  : Width == 1 && Height != 1 ? ColMajor
                  : ByColumns                 ? ColMajor
                                              : RowMajor>;

template <typename T, int Height, int Width, bool ByColumns>
using View = Map<const Of<T, Height, Width, ByColumns>, 0, OuterStride<>>;

extern "C" const char *version() {
  static const std::string Text = "Eigen " +
                                  std::to_string(EIGEN_WORLD_VERSION) + "." +
                                  std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                  std::to_string(EIGEN_MINOR_VERSION);
  return Text.c_str();
}

PRODUCT {
  for (long x = 0; x < batch; ++x) {
    View<LEFT, Rows, Depth, A_COLUMN> Left(A + x * m * k, m, k,
                                           OuterStride<>(lda));
    View<RIGHT, Depth, Columns, B_COLUMN> Right(B + x * k * n, k, n,
                                                OuterStride<>(ldb));
    Map<Of<SUM, Rows, Columns, C_COLUMN>, 0, OuterStride<>> Result(
        C + x * m * n, m, n, OuterStride<>(ldc));
    if (beta != SUM(1))
      Result *= beta;
    Result.noalias() += alpha * Left * Right;
  }
}
