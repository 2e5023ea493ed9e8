//===- products.cpp - The products of products.rs in hardened C++ ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled twice: with -D_GLIBCXX_ASSERTIONS, operator[] checks, and without,
/// it does not. The name of each function ends in WAY.
///
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <span>
#include <vector>

#define JOIN(X, Y) X##Y
#define NAME(X, Y) JOIN(X, Y)

using Row = std::vector<float>;

__attribute__((noinline)) static void slices(std::span<const float> A,
                                             std::span<const float> B,
                                             std::span<float> C, size_t N) {
  for (size_t I = 0; I < N; ++I)
    for (size_t J = 0; J < N; ++J) {
      float S = C[I * N + J];
      for (size_t K = 0; K < N; ++K)
        S += A[I * N + K] * B[K * N + J];
      C[I * N + J] = S;
    }
}

__attribute__((noinline)) static void rows(const std::vector<Row> &A,
                                           const std::vector<Row> &B,
                                           std::vector<Row> &C, size_t N) {
  for (size_t I = 0; I < N; ++I)
    for (size_t J = 0; J < N; ++J) {
      float S = C[I][J];
      for (size_t K = 0; K < N; ++K)
        S += A[I][K] * B[K][J];
      C[I][J] = S;
    }
}

extern "C" {
void NAME(multiply_, WAY)(const float *A, const float *B, float *C, size_t N) {
  slices({A, N * N}, {B, N * N}, {C, N * N}, N);
}
void NAME(multiply_rows_, WAY)(const std::vector<Row> *A,
                               const std::vector<Row> *B, std::vector<Row> *C,
                               size_t N) {
  rows(*A, *B, *C, N);
}
}
