//===- vectors.cpp - Rows in containers of C++ ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small --blocks --expect-heap
// RUN: %exec %s --link-flags=-lstdc++ --sizes=small --types=float \
// RUN:   --flags="-O2 -march=native -fno-strict-aliasing"
//
// Each row is a piece of the heap, of exactly its length; rows of A, B and C
// are allocated in turn.
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <algorithm>
#include <memory>
#include <vector>

using matrix = std::vector<std::vector<T>>;

namespace {

/// The operands of a problem as vectors of vectors.
struct world {
  matrix A, B, C;
  const problem *p;

  explicit world(const problem *P) : A(P->m), B(P->k), C(P->m), p(P) {
    for (long i = 0; i < std::max(p->m, p->k); ++i) {
      copy(A, i, p->A, p->lda, p->k);
      copy(B, i, p->B, p->ldb, p->n);
      copy(C, i, p->C, p->ldc, p->n);
    }
  }
  ~world() {
    for (long i = 0; i < p->m; ++i)
      std::copy(C[i].begin(), C[i].end(), static_cast<T *>(p->C) + i * p->ldc);
  }
  static void copy(matrix &To, long i, const void *From, long ld, long n) {
    if (i < long(To.size()))
      To[i].assign(static_cast<const T *>(From) + i * ld,
                   static_cast<const T *>(From) + i * ld + n);
  }
  /// Pointers to the rows of \p M.
  static std::vector<T *> pointers(matrix &M) {
    std::vector<T *> Rows;
    for (std::vector<T> &Row : M)
      Rows.push_back(Row.data());
    return Rows;
  }
};

/// A class around rows.
class rows {
public:
  explicit rows(matrix &M) : M(M) {}
  T &operator()(size_t i, size_t j) { return M[i][j]; }
  const T &operator()(size_t i, size_t j) const { return M[i][j]; }
  size_t height() const { return M.size(); }
  size_t width() const { return M.empty() ? 0 : M[0].size(); }

private:
  matrix &M;
};

} // namespace

/// The nest is the function NAME_impl, the form prepares its operands.
#define NEST(NAME, PARAMS, ...)                                                \
  NOT_MANGLED __attribute__((noinline)) void NAMED(NAME##_impl) PARAMS;        \
  FORM(NAME, RRR, MUST, (const problem *p), (p)) {                             \
    world w(p);                                                                \
    NAMED(NAME##_impl)(__VA_ARGS__);                                           \
  }                                                                            \
  void NAMED(NAME##_impl) PARAMS

#define EXTENTS size_t M, size_t N, size_t K
#define W size_t(p->m), size_t(p->n), size_t(p->k)

NEST(ijk, (EXTENTS, const matrix &A, const matrix &B, matrix &C), W, w.A, w.B,
     w.C) {
  UP(size_t, i, M) UP(size_t, j, N) UP(size_t, k, K) C[i][j] +=
      A[i][k] * B[k][j];
}
NEST(ikj, (EXTENTS, const matrix &A, const matrix &B, matrix &C), W, w.A, w.B,
     w.C) {
  UP(size_t, i, M) UP(size_t, k, K) UP(size_t, j, N) C[i][j] +=
      A[i][k] * B[k][j];
}
NEST(scalar, (EXTENTS, const matrix &A, const matrix &B, matrix &C), W, w.A, w.B,
     w.C) {
  UP(size_t, i, M) UP(size_t, j, N) {
    T s = 0;
    UP(size_t, k, K) s += A[i][k] * B[k][j];
    C[i][j] = s;
  }
}
NEST(narrow, (int M, int N, int K, matrix &A, matrix &B, matrix &C), W, w.A,
     w.B, w.C) {
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C[i][j] -= A[i][k] * B[k][j];
}
NEST(by_class, (const rows &A, const rows &B, rows &C, size_t K),
     rows(w.A), rows(w.B), *std::make_unique<rows>(w.C), size_t(p->k)) {
  size_t M = C.height(), N = C.width();
  UP(size_t, i, M) UP(size_t, j, N) {
    T s = 0;
    UP(size_t, k, K) s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
NEST(pointers, (EXTENTS, const std::vector<T *> &A, const std::vector<T *> &B,
     std::vector<T *> &C), W, world::pointers(w.A), world::pointers(w.B),
     *std::make_unique<std::vector<T *>>(world::pointers(w.C))) {
  UP(size_t, i, M) UP(size_t, k, K) UP(size_t, j, N) C[i][j] +=
      A[i][k] * B[k][j];
}
NEST(gathered, (EXTENTS, const matrix &A, const matrix &B, matrix &C,
     const std::vector<int> &row), W, w.A, w.B, w.C,
     std::vector<int>(p->m, std::max(int(p->m) - 2, 0))) {
  UP(size_t, i, M) UP(size_t, j, N) {
    T s = 0;
    UP(size_t, k, K) s += A[row[i]][k] * B[k][j];
    C[i][j] = s;
  }
}

/// By value, and returned.
NOT_MANGLED __attribute__((noinline)) void
NAMED(by_value_impl)(matrix A, matrix B, matrix *Result) {
  size_t M = A.size(), K = B.size(), N = K ? B[0].size() : 0;
  matrix C(M, std::vector<T>(N));
  UP(size_t, i, M) UP(size_t, k, K) UP(size_t, j, N) C[i][j] +=
      A[i][k] * B[k][j];
  *Result = std::move(C);
}
FORM(by_value, RRR, MUST, (const problem *p), (p)) {
  world w(p);
  if (p->m && p->k)
    NAMED(by_value_impl)(w.A, w.B, &w.C);
}
