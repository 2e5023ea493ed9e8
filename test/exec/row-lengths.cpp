//===- row-lengths.cpp - Loops that run over rows of any length -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small --types=double,int32_t
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small --types=float --blocks
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small --types=float \
// RUN:   --flags="-O2 -march=native -fno-strict-aliasing" --no-must
//
// Each row says itself how long it is. Where all say the same, the nest is a
// product; each is also called with rows of which some are shorter or longer.
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <algorithm>
#include <numeric>
#include <vector>

using matrix = std::vector<std::vector<T>>;

namespace {

enum class Lengths {
  Same,
  LastShorter,
  LastLonger,
  FirstEmpty,
  SomeEmpty,
  LastWider, ///< Rows of C have more elements than columns are computed.
  AllWider
};

/// The operands of a problem as vectors of rows, B transposed.
struct world {
  matrix A, B, C;
  std::vector<int> Length;
  const problem *p;

  world(const problem *P, Lengths L)
      : A(P->m), B(P->n), C(P->m), Length(P->m), p(P) {
    auto *FromA = static_cast<const T *>(p->A);
    auto *FromB = static_cast<const T *>(p->B);
    auto *FromC = static_cast<const T *>(p->C);
    for (long i = 0; i < p->m; ++i) {
      Length[i] = length(i, L);
      A[i].assign(FromA + i * p->lda, FromA + i * p->lda + Length[i]);
      C[i].assign(FromC + i * p->ldc, FromC + i * p->ldc + p->n);
      if (L == Lengths::AllWider || (L == Lengths::LastWider && i + 1 == p->m))
        C[i].resize(p->n + 2, T(7));
    }
    for (long j = 0; j < p->n; ++j)
      for (long k = 0; k < p->k; ++k)
        B[j].push_back(FromB[k * p->ldb + j]);
  }
  ~world() {
    for (long i = 0; i < p->m; ++i) {
      T *To = static_cast<T *>(p->C) + i * p->ldc;
      std::copy_n(C[i].begin(), p->n, To);
      for (size_t j = p->n; p->n && j < C[i].size(); ++j)
        To[0] += C[i][j];
    }
  }
  long length(long i, Lengths L) const {
    const long Less = p->k - std::min(p->k, 2L);
    switch (L) {
    case Lengths::Same:
    case Lengths::LastWider:
    case Lengths::AllWider:
      return p->k;
    case Lengths::LastShorter:
      return i + 1 < p->m ? p->k : Less;
    case Lengths::LastLonger:
      return i + 1 < p->m ? Less : p->k;
    case Lengths::FirstEmpty:
      return i ? p->k : 0;
    case Lengths::SomeEmpty:
      return i % 3 == 1 ? 0 : p->k;
    }
    return 0;
  }
};

} // namespace

#ifdef TABLE

/// The nest is the function NAME_impl.
#define NEST(NAME)                                                             \
  NOT_MANGLED __attribute__((noinline)) void NAMED(NAME##_impl)(               \
      const matrix &A, const matrix &B, matrix &C, const int *Length);         \
  CALL(NAME, NAME, MUST, Same)                                                 \
  CALL(NAME##_last_shorter, NAME, 0, LastShorter)                              \
  CALL(NAME##_last_longer, NAME, 0, LastLonger)                                \
  CALL(NAME##_first_empty, NAME, 0, FirstEmpty)                                \
  CALL(NAME##_some_empty, NAME, 0, SomeEmpty)                                  \
  void NAMED(NAME##_impl)(const matrix &A, const matrix &B, matrix &C,         \
                          [[maybe_unused]] const int *Length)
#define CALL(NAME, OF, FLAGS, HOW)                                             \
  FORM(NAME, RRR, FLAGS, (const problem *p), (p)) {                            \
    world w(p, Lengths::HOW);                                                  \
    NAMED(OF##_impl)(w.A, w.B, w.C, w.Length.data());                          \
  }

/// The same for one that fills rows of C first.
#define FILLED(NAME)                                                           \
  NOT_MANGLED __attribute__((noinline)) void NAMED(NAME##_impl)(               \
      const matrix &A, const matrix &B, matrix &C, long K);                    \
  CALL_FILLED(NAME, NAME, MUST, Same)                                          \
  CALL_FILLED(NAME##_last_wider, NAME, 0, LastWider)                           \
  CALL_FILLED(NAME##_all_wider, NAME, 0, AllWider)                             \
  void NAMED(NAME##_impl)(const matrix &A, const matrix &B, matrix &C, long K)
#define CALL_FILLED(NAME, OF, FLAGS, HOW)                                      \
  FORM(NAME, RRR, FLAGS, (const problem *p), (p)) {                            \
    world w(p, Lengths::HOW);                                                  \
    NAMED(OF##_impl)(w.A, w.B, w.C, p->k);                                     \
  }

NEST(range_for) {
  int i = 0;
  for (const auto &Row : A) {
    int j = 0;
    for (const auto &Col : B) {
      T s = 0;
      for (size_t k = 0; k < Row.size(); k++)
        s += Row[k] * Col[k];
      C[i][j++] = s;
    }
    i++;
  }
}
NEST(by_size) {
  UP(size_t, i, A.size()) UP(size_t, j, B.size()) {
    T s = C[i][j];
    UP(size_t, k, A[i].size()) s += A[i][k] * B[j][k];
    C[i][j] = s;
  }
}
NEST(into_rows) {
  UP(size_t, i, C.size()) UP(size_t, j, C[i].size()) {
    T s = 0;
    UP(size_t, k, A[i].size()) s += A[i][k] * B[j][k];
    C[i][j] = s;
  }
}
NEST(in_memory) {
  UP(size_t, i, A.size()) UP(size_t, j, C[i].size()) {
    UP(size_t, k, A[i].size()) C[i][j] += A[i][k] * B[j][k];
  }
}
NEST(from_zero) {
  UP(size_t, i, A.size()) UP(size_t, j, B.size()) {
    C[i][j] = 0;
    UP(size_t, k, A[i].size()) C[i][j] += A[i][k] * B[j][k];
  }
}
FILLED(filled) {
  UP(size_t, i, A.size()) {
    std::fill(C[i].begin(), C[i].end(), T(0));
    UP(size_t, j, B.size()) UP(long, k, K) C[i][j] += A[i][k] * B[j][k];
  }
}
FILLED(filled_by_index) {
  UP(size_t, i, A.size()) {
    UP(size_t, j, C[i].size()) C[i][j] = 0;
    UP(size_t, j, B.size()) UP(long, k, K) C[i][j] += A[i][k] * B[j][k];
  }
}
NEST(inner_product) {
  UP(size_t, i, A.size()) UP(size_t, j, B.size()) C[i][j] =
      std::inner_product(A[i].begin(), A[i].end(), B[j].begin(), T(0));
}
NEST(by_table) {
  UP(size_t, i, A.size()) UP(size_t, j, B.size()) {
    T s = 0;
    UP(int, k, Length[i]) s += A[i][k] * B[j][k];
    C[i][j] = s;
  }
}

#endif
