//===- products.cpp - The products of products.rs in hardened C++ ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled twice: with -D_GLIBCXX_ASSERTIONS, operator[] checks, and without,
/// it does not. The class asks for its indices, too, if CHECKED is defined. The
/// name of each function ends in WAY.
///
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
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

/// As matrix classes are written whose users shall find their mistakes.
template <typename T> struct Matrix {
  size_t M, N;
  T *Data;
  T &operator()(size_t I, size_t J) const {
#ifdef CHECKED
    if (I >= M || J >= N)
      throw std::out_of_range("element (" + std::to_string(I) + ", " +
                              std::to_string(J) + ") of " + std::to_string(M) +
                              " by " + std::to_string(N));
#endif
    return Data[I * N + J];
  }
};

__attribute__((noinline)) static void ofClass(const Matrix<const float> &A,
                                              const Matrix<const float> &B,
                                              const Matrix<float> &C) {
  for (size_t I = 0; I < A.M; ++I)
    for (size_t J = 0; J < B.N; ++J) {
      float S = C(I, J);
      for (size_t K = 0; K < A.N; ++K)
        S += A(I, K) * B(K, J);
      C(I, J) = S;
    }
}

/// As GSL's matrices, which report a mistake and go on with zero.
template <typename T> struct Reporting {
  size_t M, N;
  T *Data;
  bool isWrong([[maybe_unused]] size_t I, [[maybe_unused]] size_t J) const {
#ifdef CHECKED
    if (I >= M || J >= N) {
      std::fprintf(stderr, "no element (%zu, %zu)\n", I, J);
      return true;
    }
#endif
    return false;
  }
  T get(size_t I, size_t J) const {
    return isWrong(I, J) ? 0 : Data[I * N + J];
  }
  void set(size_t I, size_t J, T X) const {
    if (!isWrong(I, J))
      Data[I * N + J] = X;
  }
};

__attribute__((noinline)) static void reporting(const Reporting<const float> &A,
                                                const Reporting<const float> &B,
                                                const Reporting<float> &C) {
  for (size_t I = 0; I < A.M; ++I)
    for (size_t J = 0; J < B.N; ++J) {
      float S = C.get(I, J);
      for (size_t K = 0; K < A.N; ++K)
        S += A.get(I, K) * B.get(K, J);
      C.set(I, J, S);
    }
}

extern "C" {
void NAME(multiply_handler_, WAY)(const float *A, const float *B, float *C,
                                  size_t N) {
  reporting({N, N, A}, {N, N, B}, {N, N, C});
}
void NAME(multiply_class_, WAY)(const float *A, const float *B, float *C,
                                size_t N) {
  ofClass({N, N, A}, {N, N, B}, {N, N, C});
}
void NAME(multiply_, WAY)(const float *A, const float *B, float *C, size_t N) {
  slices({A, N * N}, {B, N * N}, {C, N * N}, N);
}
void NAME(multiply_rows_, WAY)(const std::vector<Row> *A,
                               const std::vector<Row> *B, std::vector<Row> *C,
                               size_t N) {
  rows(*A, *B, *C, N);
}
}
