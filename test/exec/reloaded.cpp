//===- reloaded.cpp - Matrices that a store might change ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --sizes=small --types=float,int64_t \
// RUN:   --flags="-O3 -march=native -fno-strict-aliasing"
// RUN: %exec %s --sizes=small --types=int64_t --blocks \
// RUN:   --flags="-O2 -march=native"
// RUN: %exec %s --sizes=small --types=int64_t --flags="-O1 -march=native"
//
// Nobody tells the compiler that an element of C is not a size, a pitch or a
// pointer of a matrix: each is loaded again wherever one has been stored.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#ifdef TABLE

struct Matrix {
  T *Data;
  int64_t Rows, Cols, Pitch;
  T &operator()(int64_t i, int64_t j) { return Data[i * Pitch + j]; }
  T operator()(int64_t i, int64_t j) const { return Data[i * Pitch + j]; }
};

#define MATRICES (const Matrix &A, const Matrix &B, Matrix &C)
#define OF(X, R, C, LD) (Matrix{(T *)p->X, p->R, p->C, p->LD})

#define ROWS UP(int64_t, i, C.Rows)
#define COLS UP(int64_t, j, C.Cols)
#define TERMS UP(int64_t, k, A.Cols)
#define UPDATE C(i, j) += A(i, k) * B(k, j)

#define NEST(NAME) NEST_OF(NAME, MUST | ALIAS)
#define NEST_OF(NAME, FLAGS)                                                   \
  NOT_MANGLED __attribute__((noinline)) void NAMED(NAME##_impl) MATRICES;      \
  FORM(NAME, RRR, FLAGS, (const problem *p), (p)) {                            \
    Matrix A = OF(A, m, k, lda), B = OF(B, k, n, ldb), C = OF(C, m, n, ldc);   \
    NAMED(NAME##_impl)(A, B, C);                                               \
  }                                                                            \
  NOT_MANGLED void NAMED(NAME##_impl) MATRICES

NEST(memory) { ROWS COLS TERMS UPDATE; }
NEST(scalar) {
  ROWS COLS {
    T s = 0;
    TERMS s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
NEST(rows) { ROWS TERMS COLS UPDATE; }
NEST(outer_product) { TERMS COLS ROWS UPDATE; }

/// Members and indices of another type.
struct Square {
  T *d;
  int ld, n;
};
NOT_MANGLED __attribute__((noinline)) void
NAMED(narrow_impl)(const Square *A, const Square *B, Square *C, int M) {
  UP(int, i, M)
  UP(int, j, C->n) {
    T s = 0;
    UP(int, k, A->n) s += A->d[i * A->ld + k] * B->d[k * B->ld + j];
    C->d[i * C->ld + j] = s;
  }
}
FORM(narrow, RRR, MUST | ALIAS, (const problem *p), (p)) {
  Square A = {(T *)p->A, int(p->lda), int(p->k)},
         B = {(T *)p->B, int(p->ldb), int(p->n)},
         C = {(T *)p->C, int(p->ldc), int(p->n)};
  NAMED(narrow_impl)(&A, &B, &C, int(p->m));
}

/// The first row is longer than those that are counted later.
NEST_OF(shorter_rows, ALIAS) {
  int64_t N = C.Cols;
  C.Cols = N > 3 ? N - 3 : N;
  ROWS {
    UP(int64_t, j, N) {
      T s = 0;
      TERMS s += A(i, k) * B(k, j);
      C(i, j) = s;
    }
    N = C.Cols;
  }
}

/// What is scaled is where C was when that was loaded, and not C.
NEST_OF(moved, ALIAS) {
  const int64_t M = C.Rows / 2, N = C.Cols, K = A.Cols;
  T *const First = C.Data;
  C.Data += M * C.Pitch;
  UP(int64_t, i, M) {
    UP(int64_t, j, N) First[i * C.Pitch + j] *= 3;
    UP(int64_t, k, K) UP(int64_t, j, N) UPDATE;
  }
}

/// The same where it is C.
NEST(scaled) {
  const int64_t M = C.Rows, N = C.Cols, K = A.Cols;
  UP(int64_t, i, M) {
    UP(int64_t, j, N) C(i, j) *= 3;
    UP(int64_t, k, K) UP(int64_t, j, N) UPDATE;
  }
}

/// A row that ends where a pointer says.
struct Span {
  T *Begin, *End;
  int64_t size() const { return End - Begin; }
};
NOT_MANGLED __attribute__((noinline)) void
NAMED(span_impl)(const Span *First, const Matrix &A, const Matrix &B,
                 Matrix &C) {
  ROWS COLS {
    T s = 0;
    UP(int64_t, k, First->size()) s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
FORM(span, RRR, MUST | ALIAS, (const problem *p), (p)) {
  Matrix A = OF(A, m, k, lda), B = OF(B, k, n, ldb), C = OF(C, m, n, ldc);
  Span First = {A.Data, A.Data + A.Cols};
  NAMED(span_impl)(&First, A, B, C);
}

/// Members of one object.
struct Engine {
  T *A, *B, *C;
  int64_t m, n, k, lda, ldb, ldc;
  void run();
};
NOT_MANGLED __attribute__((noinline)) void NAMED(engine_impl)(Engine *E) {
  E->run();
}
FORM(engine, RRR, MUST | ALIAS, (const problem *p), (p)) {
  Engine E{(T *)p->A, (T *)p->B, (T *)p->C, p->m,  p->n,
           p->k,      p->lda,    p->ldb,    p->ldc};
  NAMED(engine_impl)(&E);
}
inline __attribute__((always_inline)) void Engine::run() {
  UP(int64_t, i, m)
  UP(int64_t, j, n)
  UP(int64_t, x, k) C[i * ldc + j] += A[i * lda + x] * B[x * ldb + j];
}

/// The sizes and the pitch of C are its first elements: the nest takes from
/// them while it runs, and ends early.
struct Shrinking {
  int64_t Memory[64 * 64], Left[40 * 40], Right[40 * 40];
  Matrix A, B, *C;

  Shrinking() {
    for (int64_t i = 0; i < 64 * 64; ++i)
      Memory[i] = i % 7;
    for (int64_t i = 0; i < 40; ++i)
      for (int64_t j = 0; j < 40; ++j) {
        Left[i * 40 + j] = i ? i + j : j == 3;
        Right[i * 40 + j] = i == 3 && j == 2 ? 0 : i * j - 2 * j - 13;
      }
    A = {(T *)Left, 40, 40, 40};
    B = {(T *)Right, 40, 40, 40};
    C = (Matrix *)Memory;
    *C = {(T *)&C->Rows, 40, 40, 40};
  }
  void sumUpIn(const problem *p) const {
    T *Result = (T *)p->C;
    for (int64_t i = 1; p->m && p->n && i < 64 * 64; ++i)
      Result[i % p->n] = Result[i % p->n] * 3 + Memory[i];
  }
};
#define SHRINKS(NAME)                                                          \
  FORM(NAME##_shrinks, RRR, 0, (const problem *p), (p)) {                      \
    Shrinking S;                                                               \
    if (T(1) / 2 == 0)                                                         \
      NAMED(NAME##_impl)(S.A, S.B, *S.C);                                      \
    S.sumUpIn(p);                                                              \
  }
extern "C" {
SHRINKS(memory)
SHRINKS(scalar)
SHRINKS(rows)
SHRINKS(outer_product)
}

#endif
