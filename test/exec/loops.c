//===- loops.c - How loops count and where their bounds come from ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s
// RUN: %exec %s --blocks --sizes=small --types=double --deal=2
// RUN: %exec %s --flags="-O2 -march=native" --types=float --deal=4 --deal-from=3 --sizes=small
// RUN: %exec %s --flags="-O1 -march=x86-64-v3" --types=double --sizes=small \
// RUN:   --deal=4 --deal-from=1
// RUN: %exec %s --flags="-O3 -march=native -fwrapv -g" \
// RUN:   --types=float --deal=4 --deal-from=2 --sizes=small
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <math.h>

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define UPDATE C_ += A_ * B_;
#define LOOPS(NAME, I, FLAGS) FORM(NAME, RRR, FLAGS, ABC(I, restrict), ABC_ARGS)
#define IJ(I) UP(I, i, M) UP(I, j, N)

/// while, do, goto-like tests, bounds that are met or passed.
LOOPS(while_memory, int, MUST) {
  int i = 0;
  while (i < M) {
    int j = 0;
    while (j < N) {
      int k = 0;
      while (k < K) {
        UPDATE
        k++;
      }
      j++;
    }
    i++;
  }
}
LOOPS(do_scalar, long, MUST) {
  if (M < 1 || N < 1 || K < 1)
    return;
  long i = 0;
  do {
    long j = 0;
    do {
      T s = 0;
      long k = 0;
      do
        s += A_ * B_;
      while (++k < K);
      C_ = s;
    } while (++j < N);
  } while (++i < M);
}
LOOPS(do_not_equal, unsigned, MUST | UNSIGNED) {
  if (!M || !N || !K)
    return;
  unsigned i = 0;
  do {
    unsigned j = 0;
    do {
      unsigned k = 0;
      do
        UPDATE
      while (++k != K);
    } while (++j != N);
  } while (++i != M);
}
LOOPS(not_equal, int, MUST) {
  for (int i = 0; i != M; i++)
    for (int j = 0; j != N; j++)
      for (int k = 0; k != K; k++)
        UPDATE
}
LOOPS(up_to_and_with, int, MUST) {
  for (int i = 0; i <= M - 1; i++)
    for (int j = 0; j <= N - 1; j++)
      for (int k = 0; k <= K - 1; k++)
        UPDATE
}
LOOPS(from_one, size_t, MUST) {
  for (size_t i = 1; i <= M; i++)
    for (size_t j = 1; j <= N; j++)
      for (size_t k = 1; k <= K; k++)
        C[(i - 1) * ldc + j - 1] +=
            A[(i - 1) * lda + k - 1] * B[(k - 1) * ldb + j - 1];
}
LOOPS(from_one_unsigned, unsigned, MUST | UNSIGNED) {
  for (unsigned i = 1; i <= M; i++)
    for (unsigned k = 1; k <= K; k++)
      for (unsigned j = 1; j <= N; j++)
        C[(i - 1) * ldc + j - 1] +=
            A[(i - 1) * lda + k - 1] * B[(k - 1) * ldb + j - 1];
}

/// Steps. What is skipped must stay untouched.
#define STEPS(NAME, I, FLAGS, BY)                                              \
  LOOPS(NAME, I, FLAGS) {                                                      \
    for (I i = 0; i < M; i += BY)                                              \
      for (I j = 0; j < N; j += BY)                                            \
        for (I k = 0; k < K; k += BY)                                          \
          UPDATE                                                               \
  }
STEPS(step_2, int, MUST, 2)
STEPS(step_3, long, MUST, 3)
STEPS(step_3_unsigned, unsigned, MUST | UNSIGNED, 3)
STEPS(step_5_size_t, size_t, MUST, 5)
LOOPS(step_minus_2, int, MUST) {
  for (int i = M - 1; i >= 0; i -= 2)
    for (int j = N - 1; j >= 0; j -= 2) {
      T s = C_;
      for (int k = K - 1; k >= 0; k -= 2)
        s += A_ * B_;
      C_ = s;
    }
}
LOOPS(step_minus_3_long, long, MUST) {
  for (long i = M; i > 0; i -= 3)
    for (long k = K; k > 0; k -= 3)
      for (long j = N; j > 0; j -= 3)
        C[(i - 1) * ldc + j - 1] -=
            A[(i - 1) * lda + k - 1] * B[(k - 1) * ldb + j - 1];
}

/// A step that is known at run time only.
#define STEPPED(NAME, I, FLAGS, BY)                                            \
  FORM(NAME, RRR, FLAGS,                                                       \
       (I M, I N, I K, const T *restrict A, I lda, const T *restrict B, I ldb, \
        T *restrict C, I ldc, I by),                                           \
       (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc, BY))
STEPPED(step_run_time, int, MUST, 2) {
  for (int i = 0; i < M; i += by)
    for (int j = 0; j < N; j += by)
      for (int k = 0; k < K; k += by)
        UPDATE
}
STEPPED(step_run_time_one, size_t, MUST, 1) {
  for (size_t i = 0; i < M; i += by)
    for (size_t k = 0; k < K; k += by)
      for (size_t j = 0; j < N; j += by)
        UPDATE
}
STEPPED(step_run_time_unsigned, unsigned, MUST | UNSIGNED, 3) {
  for (unsigned i = 0; i < M; i += by)
    for (unsigned j = 0; j < N; j += by) {
      T s = 0;
      for (unsigned k = 0; k < K; k += by)
        s += A_ * B_;
      C_ = s;
    }
}
/// Zero where the loop is never reached.
STEPPED(step_may_be_zero, long, MUST, p->n ? 3 : 0) {
  UP(long, i, M) UP(long, j, N) for (long k = 0; k < K; k += by) UPDATE
}
STEPPED(step_down_run_time, int, MUST, -2) {
  UP(int, i, M)
  UP(int, j, N) for (int k = K - 1; k >= 0; k += by) UPDATE
}

/// Narrow counters, with bounds of their own type and of a wider one.
LOOPS(of_short, short,
      MUST){IJ(short) UP(short, k, K) UPDATE} LOOPS(of_unsigned_short,
                                                    unsigned short, MUST){
    UP(unsigned short, i, M) UP(unsigned short, k, K) UP(unsigned short, j, N)
        UPDATE} LOOPS(of_unsigned_char, unsigned char, MUST){
    IJ(unsigned char) UP(unsigned char, k, K)
        UPDATE} LOOPS(of_signed_char, signed char, MUST | UNSIGNED){
    IJ(signed char) UP(signed char, k, K)
        UPDATE} LOOPS(short_below_int, int, MUST){
    IJ(short) UP(short, k, K) UPDATE} LOOPS(char_below_int, int, MUST){
    IJ(unsigned char) UP(unsigned char, k, K)
        UPDATE} LOOPS(int_below_size_t, size_t, MUST) {
  UP(int, i, (int)M) UP(int, j, (int)N) {
    T s = 0;
    UP(int, k, (int)K) s += A_ * B_;
    C_ = s;
  }
}
LOOPS(unsigned_below_size_t, size_t,
      MUST){IJ(unsigned) UP(unsigned, k, K)
                UPDATE} LOOPS(unsigned_below_size_t_rows, size_t, MUST) {
  UP(unsigned, i, M) {
    UP(unsigned, j, N) C_ = 0;
    UP(unsigned, k, K) UP(unsigned, j, N) UPDATE
  }
}
LOOPS(unsigned_meets_size_t, size_t, MUST) {
  for (unsigned i = 0; i != M; i++)
    for (unsigned j = 0; j != N; j++)
      for (unsigned k = 0; k != K; k++)
        UPDATE
}
LOOPS(mixed, long, MUST){UP(int, i, M) UP(short, j, N) UP(long, k, K) UPDATE}

/// The counter wraps, and the loop goes on: a trip count that ignores this is
/// smaller than the number of steps, which k counts.
#define WRAPS(NAME, STEPS, LIMIT, BY, START, TEST, NEXT)                       \
  FORM(NAME, RRR, MUST | SMALL,                                                \
       (int M, int N, const T *restrict A, int lda, const T *restrict B,       \
        int ldb, T *restrict C, int ldc, size_t limit, size_t by),             \
       (p->m, p->n, p->A, p->lda, p->B, p->ldb, p->C, p->ldc, LIMIT, BY), 0,   \
       0, STEPS) {                                                             \
    IJ(int) {                                                                  \
      int k = 0;                                                               \
      for (START; TEST; NEXT, k++)                                             \
        UPDATE                                                                 \
    }                                                                          \
  }
#define HIGH(BIT) ((size_t)1 << (BIT))
WRAPS(wraps_below, 35, 3 * HIGH(62) + 35, HIGH(62) + 1, size_t c = 0, c < limit,
      c += by) WRAPS(wraps_up_to, 35, 3 * HIGH(62) + 34, HIGH(62) + 1,
                     size_t c = 0, c <= limit, c += by)
    WRAPS(wraps_until_equal, 36, 36, HIGH(63) + 1, size_t c = 0, c != limit,
          c += by) WRAPS(wraps_in_a_char, 36, 30, 1, unsigned char c = 250,
                         c != (int)limit, c++)
        WRAPS(wraps_in_an_unsigned, 36, 30, 1, unsigned c = -6u, c != limit,
              c++)

    /// Bounds in memory.
    static int g_m,
    g_n, g_k;
LOOPS(global_bounds, int, MUST) {
  g_m = M, g_n = N, g_k = K;
  __asm__ volatile("" ::: "memory");
  for (int i = 0; i < g_m; i++)
    for (int j = 0; j < g_n; j++)
      for (int k = 0; k < g_k; k++)
        UPDATE
}
struct sizes {
  long m, n, k;
};
#define POINTED(NAME)                                                          \
  FORM(NAME, RRR, MUST,                                                        \
       (const struct sizes *s, const T *A, long lda, const T *B, long ldb,     \
        T *C, long ldc),                                                       \
       (&(struct sizes){p->m, p->n, p->k}, p->A, p->lda, p->B, p->ldb, p->C,   \
        p->ldc))
POINTED(struct_bounds){UP(long, i, s->m) UP(long, j, s->n) UP(long, k, s->k)
                           UPDATE} POINTED(struct_bounds_rows) {
  UP(long, i, s->m) {
    UP(long, j, s->n) C_ = 0;
    UP(long, k, s->k) UP(long, j, s->n) UPDATE
  }
}

/// Bounds that are divided. The divisor is zero only where nobody divides.
#define DIVIDED(NAME, I, FLAGS, D)                                             \
  FORM(NAME, RRR, FLAGS,                                                       \
       (I M, I N, I K, const T *restrict A, I lda, const T *restrict B, I ldb, \
        T *restrict C, I ldc, I d),                                            \
       (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc, D))
DIVIDED(half, int, MUST,
        0){UP(int, i, M / 2) UP(int, j, N / 2) UP(int, k, K / 2)
               UPDATE} DIVIDED(divided_unsigned, size_t, MUST, p->n ? 2 : 0){
    IJ(size_t) UP(size_t, k, K / d)
        UPDATE} DIVIDED(divided_signed, int, MUST, p->n ? 3 : 0){
    IJ(int) UP(int, k, K / d)
        UPDATE} DIVIDED(divided_all, long, MUST, p->k % 4 + 1) {
  UP(long, i, M / d) UP(long, j, N / d) {
    T s = 0;
    UP(long, k, K / d) s += A_ * B_;
    C_ = s;
  }
}
DIVIDED(divided_by_negative, int, MUST, p->m % 2 ? -2 : 2){
    IJ(int) UP(int, k, K / d)
        UPDATE} DIVIDED(minus_divided_by_minus, int, MUST, p->m % 2 ? -2 : 2){
    IJ(int) UP(int, k, -K / d) UPDATE} DIVIDED(plus_quotient_by_negative, int,
                                               MUST,
                                               !p->n      ? 0
                                               : p->m % 2 ? -2
                                                          : 6){
    IJ(int) UP(int, k, K + 5 / d)
        UPDATE} DIVIDED(plus_quotient_of_negative, int, MUST, p->n ? p->m : 0){
    IJ(int) UP(int, k, K + -M / d)
        UPDATE} DIVIDED(remainder, unsigned, MUST | UNSIGNED, 13) {
  IJ(unsigned) for (unsigned k = K - K % d; k < K; k++) UPDATE
}
DIVIDED(remainder_signed, int, MUST, p->n ? 17 : 0){
    IJ(int) UP(int, k, K % d)
        UPDATE} DIVIDED(divided_rows, unsigned, MUST | UNSIGNED, p->m ? 2 : 0) {
  UP(unsigned, i, M) {
    UP(unsigned, j, N / d) C_ = 0;
    UP(unsigned, k, K) UP(unsigned, j, N / d) UPDATE
  }
}

/// Minima and maxima as bounds.
DIVIDED(minimum, int, MUST, 40){
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define MAX(X, Y) ((X) > (Y) ? (X) : (Y))
    UP(int, i, MIN(M, d)) UP(int, j, MIN(N, d)) UP(int, k, MIN(K, d))
        UPDATE} DIVIDED(two_bounds, int, MUST, 40) {
  for (int i = 0; i < M && i < d; i++)
    for (int j = 0; j < N && j < d; j++)
      for (int k = 0; k < K && k < d; k++)
        UPDATE
}
DIVIDED(lower_maximum, int, MUST, 3) {
  for (int i = MAX(d, 0); i < M; i++)
    for (int j = MAX(0, -d); j < N; j++)
      for (int k = MAX(d, 2); k < K; k++)
        UPDATE
}

/// Fused by the programmer.
#define FUSED(X, Y, Z) _Generic((T)0, float: fmaf, double: fma)(X, Y, Z)
LOOPS(fma_memory, int, MUST) { IJ(int) UP(int, k, K) C_ = FUSED(A_, B_, C_); }
LOOPS(fma_rows, long, MUST) {
  UP(long, i, M) UP(long, k, K) UP(long, j, N) C_ = FUSED(B_, A_, C_);
}
LOOPS(fma_scalar, int, MUST) {
  IJ(int) {
    T s = 0;
    UP(int, k, K) s = FUSED(-A_, B_, s);
    C_ = s;
  }
}

/// Hints, and what leaves nothing behind.
LOOPS(hints, int, MUST) {
  __builtin_assume(lda >= 0);
  UP(int, i, M)
  UP(int, j, N) {
    __builtin_prefetch(&C_, 1);
#pragma clang loop unroll_count(4)
    UP(int, k, K) {
      __builtin_assume(k < K);
      __builtin_prefetch(&A[i * lda + k + 64]);
      T both[2] = {A_, B_};
      C_ += both[0] * both[1];
    }
  }
}

/// Indices that are masked and divided: rows of A that are all the first one.
#define MASKED(BY)                                                            \
  IJ(uint64_t) {                                                               \
    T s = 0;                                                                   \
    UP(uint64_t, k, K)                                                         \
    s += A[((i * lda << 2) / (BY) & 0x3fffffff) + k] * B_;                     \
    C_ = s;                                                                    \
  }
LOOPS(divided_index, uint64_t, 0) { MASKED((1ull << 33) + 4) }
LOOPS(divided_by_variable, uint64_t, 0) { MASKED(((uint64_t)K << 32) + 4) }
