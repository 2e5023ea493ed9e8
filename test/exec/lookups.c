//===- lookups.c - Elements that are looked up by data --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=uint8_t:float:float --sizes=small
// RUN: %exec %s --types=int8_t:double:double,int32_t:float:float --sizes=tiny \
// RUN:   --blocks --flags="-O3 -march=x86-64-v3" --expect-heap
// RUN: %exec %s --types=uint8_t:int8_t:int32_t,uint16_t:double:double \
// RUN:   --sizes=tiny --flags="-O2"
//
//===----------------------------------------------------------------------===//

#include "forms.h"

/// Every value of an operand's element: bytes, whatever their type.
enum { VALUES = 256, DEEPEST = 128 };
#ifdef TABLE
/// Between inaccessible pages, lines of 4 KiB.
T NAMED(table)[VALUES + 128], NAMED(of_k)[DEEPEST][VALUES + 128];
TA NAMED(perm)[VALUES + 128];
#define tab (NAMED(table) + 128)
#define tabk (NAMED(of_k)[k] + 128)

__attribute__((constructor)) static void fill_tables(void) {
  unsigned long x = 12345;
#define NEXT (x = x * 6364136223846793005u + 1442695, (long)x)
  for (int v = 0; v < VALUES + 128; ++v) {
    NAMED(table)[v] = (T)(NEXT / 8e16);
    NAMED(perm)[v] = (TA)(NEXT >> 60 & 7);
    for (int k = 0; k < DEEPEST; ++k)
      NAMED(of_k)[k][v] = (T)(NEXT / 8e16);
  }
}

/// Where A is C, its elements are any bytes.
#define MAY_ALIAS (sizeof(TA) == 1 ? ALIAS : 0)

#define IJ UP(int, i, M) UP(int, j, N)
#define K_ UP(int, k, K)
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define C_ C[i * ldc + j]
#define SUM(P)                                                                 \
  IJ {                                                                         \
    T s = 0;                                                                   \
    K_ s += P;                                                                 \
    C_ = s;                                                                    \
  }
#define LOOKUP(NAME, P)                                                        \
  FORM(NAME, RRR, MUST, ABC(int, restrict), ABC_ARGS) { SUM(P) }               \
  FORM(NAME##_may_alias, RRR, MUST | MAY_ALIAS, ABC(int, ), ABC_ARGS) { SUM(P) }

LOOKUP(by_a, tab[A_] * B_)
LOOKUP(scaled, tab[A_] * (T)3 * B_)
LOOKUP(masked_index, tab[A_ & 15] * B_)
LOOKUP(high_bits, tab[(unsigned char)A_ >> 4] * B_)
LOOKUP(one_of_each_k, tabk[A_] * B_)
LOOKUP(flat_tables, ((const T *)NAMED(of_k))[k * 16 + (A_ & 15)] * B_)
LOOKUP(twice, tab[NAMED(perm)[128 + A_]] * B_)
LOOKUP(two_tables, (tab[A_] + tab[A_ & 7]) * B_)
LOOKUP(and_itself, tab[A_] * (T)A_ * B_)

/// The table is an argument, and may be C.
FORM(table_in_c, RRR, MUST | SMALL | ALIAS,
     (int M, int N, int K, const TA *A, int lda, const TB *B, int ldb, T *C,
      int ldc, const T *Table),
     (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc,
      p->m && p->n > 1 ? (T *)p->C : tab)) {
  SUM(Table[A_ & 1] * B_)
}
/// The table lies right before what is written, or reaches into it.
#define BESIDE(NAME, MASK)                                                     \
  FORM(NAME, RRR, MUST | SMALL, ABC(int, ), ABC_ARGS) {                        \
    struct {                                                                   \
      T Table[16], C[64];                                                      \
    } S;                                                                       \
    for (int v = 0; v < 80; ++v)                                               \
      ((T *)&S)[v] = tab[v];                                                     \
    T *volatile Hidden = S.C, *volatile Before = S.Table;                      \
    T *Out = Hidden, *Table = Before;                                          \
    int Rows = M < 8 ? M : 8, Cols = N < 8 ? N : 8;                            \
    UP(int, i, Rows) UP(int, j, Cols) {                                        \
      T s = 0;                                                                 \
      K_ s += Table[A_ & MASK] * B_;                                           \
      Out[i * 8 + j] = s;                                                      \
    }                                                                          \
    UP(int, i, Rows) UP(int, j, Cols) C_ = Hidden[i * 8 + j];                  \
  }
BESIDE(table_before_c, 15)
BESIDE(table_reaches_c, 31)

/// Other orders, column-major, the right operand.
FORM(of_rows, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) K_ UP(int, j, N) C_ += tab[A_] * B_;
}
FORM(columns, LLL, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, j, N) UP(long, k, K) UP(long, i, M) C[i + j * ldc] +=
      tab[A[i + k * lda]] * B[k + j * ldb];
}
FORM(by_b, RRR, MUST,
     (const TB (*restrict L)[48], const TA (*restrict R)[48],
      T (*restrict C)[48]),
     (p->B, p->A, p->C), 48, 48, 48, 48, 48, 48) {
  UP(int, i, 48) UP(int, j, 48) {
    T s = 0;
    UP(int, k, 48) s += L[i][k] * tab[R[k][j]];
    C[i][j] = s;
  }
}
FORM(bias_by_type, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  IJ {
    T s = 0;
    K_ s += tab[A_] * B_;
    C_ = s + tab[(i * 3 + j * 5) & 31];
  }
}
/// A sum into elements that are looked up is no product.
FORM(scattered, RRR, MUSTNOT, ABC(int, restrict), ABC_ARGS) {
  IJ K_ C[i * ldc + (A[i * lda] & j)] += tab[A_] * B_;
}
FORM(unrolled, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  IJ {
    T s = 0;
    int k = 0;
    for (; k + 1 < K; k += 2) {
      s += tab[A_] * B_;
      s += tab[A[i * lda + k + 1]] * B[(k + 1) * ldb + j];
    }
    for (; k < K; ++k)
      s += tab[A_] * B_;
    C_ = s;
  }
}
#endif
