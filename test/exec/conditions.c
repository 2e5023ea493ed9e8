//===- conditions.c - Operands that are read on a condition ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=float --sizes=small
// RUN: %exec %s --types=double --sizes=tiny --blocks --expect-heap --deal=2 \
// RUN:   --flags="-O3 -march=x86-64-v3"
// RUN: %exec %s --types=uint8_t:int8_t:int32_t --sizes=tiny --no-must \
// RUN:   --deal=2 --deal-from=1
// RUN: %exec %s --types=float --deal=4 --sizes=tiny --flags=-O2
// RUN: %if native-avx512 %{ %exec %s --types=float --sizes=small --only=aligned \
// RUN:   --flags="-O3 -march=x86-64-v4 -mprefer-vector-width=512" %}
//
//===----------------------------------------------------------------------===//

#include "forms.h"

enum { LONGEST = 128 };
#ifdef TABLE
/// By row and by column: whether an element counts, and another matrix.
unsigned char NAMED(mask_of)[LONGEST][LONGEST];
TA NAMED(other)[LONGEST][LONGEST];
_Bool NAMED(is_turned);
#define mask(r, c) NAMED(mask_of)[r][c]
#define Z(r, c) NAMED(other)[r][c]
/// One more, whose first column starts in the middle of a line of 64 bytes, and
/// its elements with which lines start.
TA NAMED(lines)[LONGEST * (LONGEST + 2)] __attribute__((aligned(64)));
unsigned char NAMED(starts)[LONGEST][LONGEST];
#define at(r, c) ((r) * (LONGEST + 1) + (c) + 5)
#define starts_line(r, c) NAMED(starts)[r][c]

/// Runs on this processor, too, where the rest is for another one.
#ifdef __x86_64__
__attribute__((target("arch=x86-64")))
#endif
__attribute__((constructor)) static void fill_tables(void) {
  unsigned x = 12345;
  NAMED(is_turned) = sizeof(T) == 4;
#define NEXT ((x = x * 1664525u + 1013904223u) >> 24)
  for (int i = 0; i < LONGEST; ++i)
    for (int j = 0; j < LONGEST; ++j) {
      mask(i, j) = i % 7 && NEXT % 3 ? NEXT : 0;
      Z(i, j) = (TA)(NEXT % 16);
      NAMED(lines)[at(i, j)] = (TA)(NEXT % 16);
      starts_line(i, j) = at(i, j) * sizeof(TA) % 64 == 0;
    }
}

#define IJ UP(int, i, M) UP(int, j, N)
#define K_ UP(int, k, K)
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define C_ C[i * ldc + j]
#define SUM(START, P, E)                                                       \
  IJ {                                                                         \
    T s = START;                                                               \
    K_ s += P;                                                                 \
    C_ = E;                                                                    \
  }
#define FORMS(NAME, FLAGS, ...)                                                \
  FORM(NAME, RRR, FLAGS, ABC(int, restrict), ABC_ARGS) { SUM(__VA_ARGS__) }    \
  FORM(NAME##_may_alias, RRR, FLAGS | ALIAS, ABC(int, ), ABC_ARGS) {           \
    SUM(__VA_ARGS__)                                                           \
  }
#define CONDITION(NAME, ...) FORMS(NAME, MUST, __VA_ARGS__)

CONDITION(of_b, 0, A_ * (T)(mask(k, j) ? B_ : 0), s)
CONDITION(of_a, 0, (T)(mask(i, k) ? A_ : 0) * B_, s)
CONDITION(of_both, 0, (T)(mask(i, k) ? A_ : 1) * (T)(mask(k, j) & 2 ? B_ : 3), s)
/// LLVM reads on a choice of addresses.
FORMS(two_arrays, 0, 0, (T)(mask(i, k) & 1 ? A_ : Z(i, k)) * B_, s)
CONDITION(and_, 0, (T)(mask(i, k) && Z(i, k) > 3 ? A_ : 0) * B_, s)
CONDITION(or_, 0, (T)(mask(i, k) & 1 || Z(i, k) > 9 ? A_ : 0) * B_, s)
CONDITION(nested, 0,
          (T)(mask(i, k) ? Z(i, k) > 5 ? A_ : mask(i, k) & 2 ? Z(i, k) : 1
                         : 0) * B_, s)
CONDITION(computed, 0, (T)(mask(i, k) ? (T)A_ * (T)2 + (T)Z(i, k) : (T)i) * B_,
          s)
CONDITION(from_c, (T)(mask(i, j) ? C_ : 0), A_ * B_, s)
CONDITION(to_c, 0, A_ * B_, mask(i, j) ? s : C_)
CONDITION(by_the_sum, 0, A_ * B_, s > 0 ? s : (T)Z(i, j))
CONDITION(clamped, 0, A_ * B_, s < -3 ? -3 : s > 3 ? 3 : s == s ? s : 0)

/// What is not read may not exist.
CONDITION(next_k, 0, (T)(k + 1 < K ? A[i * lda + k + 1] : 0) * B_, s)
/// LLVM splits the loop over i.
FORMS(next_row, 0, 0, (T)(i + 1 < M ? A[(i + 1) * lda + k] : 1) * B_, s)
FORMS(previous_row, 0, 0, (T)(i > 0 ? A[(i - 1) * lda + k] : 1) * B_, s)
CONDITION(band, 0, A_ * (T)(j - k < 5 && k - j < 5 ? B_ : 0), s)
FORM(inside, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  SUM(0, A_ * (T)(k >= 2 && k < K - 2 && j >= 1 && j < N - 1
                      ? B[(k + 2) * ldb + j + 1] + B[(k - 2) * ldb + j - 1]
                      : 0), s)
}

/// What is read is aligned, where the rows of a tile begin is not.
FORM(aligned, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  typedef TA Aligned __attribute__((aligned(64)));
  IJ {
    T s = 0;
    K_ {
      TA b = 0;
      if (starts_line(k, j)) {
        const Aligned *From = (const Aligned *)&NAMED(lines)[at(k, j)];
        b = *From;
      }
      s += A_ * (T)b;
    }
    C_ = s;
  }
}

/// Other places and orders.
FORM(of_rows, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) K_ {
    T a = mask(i, k) ? A_ : 0;
    UP(int, j, N) C_ += a * B_;
  }
}
FORM(columns, LLL, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, j, N) UP(long, i, M) {
    T s = 0;
    UP(long, k, K) s += (T)(mask(k, i) ? A[i + k * lda] : 0) * B[k + j * ldb];
    C[i + j * ldc] = s;
  }
}
FORM(fixed, RRR, 0,
     (const TA (*restrict L)[24], const TB (*restrict R)[24],
      T (*restrict C)[24]),
     (p->A, p->B, p->C), 24, 24, 24, 24, 24, 24) {
  UP(int, i, 24) UP(int, j, 24) {
    T s = 0;
    UP(int, k, 24) s += (T)(mask(i, k) ? L[i][k] : 0) * R[k][j];
    C[i][j] = s;
  }
}
/// The nest does not change which of two matrices is used, or how it lies.
#define CHOSEN(NAME, OF, OTHER)                                                \
  FORM(NAME, RRR, MUST, ABC(int, restrict), ABC_ARGS) {                        \
    const _Bool is_own = M % 2 == N % 2;                                       \
    UP(int, i, M) K_ {                                                         \
      T a = (T)(is_own ? OF : OTHER);                                          \
      UP(int, j, N) C_ += a * B_;                                              \
    }                                                                          \
  }                                                                            \
  FORM(NAME##_loaded, RRR, 0, ABC(int, ), ABC_ARGS) {                          \
    UP(int, i, M) K_ {                                                         \
      T a = (T)(NAMED(is_turned) ? OF : OTHER);                                \
      UP(int, j, N) C_ += a * B_;                                              \
    }                                                                          \
  }
CHOSEN(of_two, A[i * lda + k], Z(i, k))
CHOSEN(of_turned, Z(i, k), Z(k, i))
/// Division would trap where nobody divides.
FORM(divided, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  SUM(0, (T)(Z(i, k) > 0 ? (int)(A_ * 3) / (int)Z(i, k) : 0) * B_, s)
}
/// The condition is also another statement's.
FORM(counted, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  int Count = 0;
  IJ {
    T s = 0;
    K_ {
      T b = 0;
      if (mask(k, j)) {
        b = B_;
        ++Count;
      }
      s += A_ * b;
    }
    C_ = s;
  }
  if (Count && M && N)
    C[0] += (T)(Count % 7);
}
/// Both copies read on conditions of their own.
FORM(unrolled, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  IJ {
    T s = 0;
    int k = 0;
    for (; k + 1 < K; k += 2) {
      s += (T)(mask(i, k) ? A_ : 0) * B_;
      s += (T)(mask(i, k) ? A[i * lda + k + 1] : 0) * B[(k + 1) * ldb + j];
    }
    for (; k < K; ++k)
      s += (T)(mask(i, k) ? A_ : 0) * B_;
    C_ = s;
  }
}
#endif
