//===- layouts.c - Row-major, column-major and general strides ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s
// RUN: %exec %s --blocks --expect-heap --sizes=small
// RUN: %exec %s --plugin-flags="-mllvm -gemmify-strategy=tiling" \
// RUN:   --sizes=small --no-must --deal=4
// RUN: %exec %s --flags=-O3 --types=float --sizes=small --deal=2
// RUN: %exec %s --sizes=slender --types=float --deal=2
// RUN: %exec %s --sizes=slender --types=double --deal=2 --deal-from=1 --flags="-O3 -march=x86-64-v3"
// RUN: %exec %s --sizes=slender --deal=4 --flags="-O3 -march=x86-64-v3" \
// RUN:   --plugin-flags="-mllvm -gemmify-l2-size=65536 -mllvm -gemmify-l3-size=65536"
// RUN: %exec %s --sizes=slender --flags=-O3 --types=float --no-must --deal=2
// RUN: %exec %s --sizes=slender --no-must --deal=4 --deal-from=1 \
// RUN:   --flags="-O3 -march=x86-64-v3" --plugin-flags="-mllvm -gemmify-nr=4"
// RUN: %exec %s --sizes=slender --types=float --no-must --deal=2 --deal-from=1 \
// RUN:   --flags="-O3 -march=x86-64-v3" --plugin-flags="-mllvm -gemmify-nr=1"
// RUN: %exec %s --sizes=slender --types=float --no-must --deal=2 \
// RUN:   --flags="-O3 -march=x86-64-v3" --plugin-flags="-mllvm -gemmify-mr=5"
// RUN: %exec %s --sizes=slender --types=float --no-must --deal=2 --deal-from=1 \
// RUN:   --plugin-flags="-mllvm -gemmify-strategy=tiling -mllvm -gemmify-nr=2"
// RUN: %exec %s --sizes=slender --types=double --no-must --deal=2 \
// RUN:   --flags="-O3 -march=x86-64-v3" \
// RUN:   --plugin-flags="-mllvm -gemmify-strategy=tiling"
// RUN: %exec %s --sizes=distant --flags="-O3 -march=x86-64-v3"
//
//===----------------------------------------------------------------------===//

#include "forms.h"

/// One mix of layouts in three orders: sum in memory, sum in a scalar, and the
/// order in which C's lines are updated. A transposed operand is the same as
/// one in the other layout.
#define MIX(LAYOUT, a, b, c)                                                   \
  FORM(mem_##LAYOUT, LAYOUT, MUST, ABC(int, restrict), ABC_ARGS) {             \
    UP(int, i, M)                                                              \
    UP(int, j, N) UP(int, k, K) AT_##c(C, ldc, i, j) +=                        \
        AT_##a(A, lda, i, k) * AT_##b(B, ldb, k, j);                           \
  }                                                                            \
  FORM(scalar_##LAYOUT, LAYOUT, MUST, ABC(long, restrict), ABC_ARGS) {         \
    UP(long, j, N) UP(long, i, M) {                                            \
      T s = 0;                                                                 \
      UP(long, k, K) s += AT_##a(A, lda, i, k) * AT_##b(B, ldb, k, j);         \
      AT_##c(C, ldc, i, j) = s;                                                \
    }                                                                          \
  }                                                                            \
  FORM(update_##LAYOUT, LAYOUT, MUST, ABC(long, restrict), ABC_ARGS) {         \
    UP(long, k, K)                                                             \
    UP(long, j, N) UP(long, i, M) AT_##c(C, ldc, i, j) -=                      \
        AT_##a(A, lda, i, k) * AT_##b(B, ldb, k, j);                           \
  }

MIX(RRR, R, R, R)
MIX(RRL, R, R, L)
MIX(RLR, R, L, R)
MIX(RLL, R, L, L)
MIX(LRR, L, R, R)
MIX(LRL, L, R, L)
MIX(LLR, L, L, R)
MIX(LLL, L, L, L)

/// Both strides of an operand are parameters (and not 1).
#define STRIDED(I)                                                             \
  (I M, I N, I K, const T *restrict A, I rsA, I csA, const T *restrict B,      \
   I rsB, I csB, T *restrict C, I rsC, I csC)
#define STRIDED_ARGS                                                           \
  (p->m, p->n, p->k, p->A, p->rsA, p->csA, p->B, p->rsB, p->csB, p->C, p->rsC, \
   p->csC)
#define STEP(X, r, c) X[(r) * rs##X + (c) * cs##X]

#define GENERAL(LAYOUT, I)                                                     \
  FORM(strided_mem_##LAYOUT##_##I, LAYOUT, MUST, STRIDED(I), STRIDED_ARGS) {   \
    UP(I, i, M)                                                                \
    UP(I, k, K) UP(I, j, N) STEP(C, i, j) += STEP(A, i, k) * STEP(B, k, j);    \
  }                                                                            \
  FORM(strided_scalar_##LAYOUT##_##I, LAYOUT, MUST, STRIDED(I),                \
       STRIDED_ARGS) {                                                         \
    UP(I, i, M) UP(I, j, N) {                                                  \
      T s = STEP(C, i, j);                                                     \
      UP(I, k, K) s += STEP(A, i, k) * STEP(B, k, j);                          \
      STEP(C, i, j) = s;                                                       \
    }                                                                          \
  }

GENERAL(GRR, long)
GENERAL(RGR, long)
GENERAL(RRG, long)
GENERAL(GGG, long)
GENERAL(GLR, int)
GENERAL(LGL, int)
GENERAL(GGG, int)
GENERAL(RRR, long)
GENERAL(LLL, long)

/// Constant strides other than one.
FORM(every_second, GGG, MUST | SMALL, STRIDED(long), STRIDED_ARGS) {
  if (csA != 2 || csB != 2 || csC != 2)
    return;
  UP(long, i, M)
  UP(long, j, N) UP(long, k, K) C[i * rsC + 2 * j] +=
      A[i * rsA + 2 * k] * B[k * rsB + 2 * j];
}

/// Reversed operands: negative constant strides.
FORM(reversed, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M)
  UP(long, j, N) UP(long, k, K) C[(M - 1 - i) * ldc + (N - 1 - j)] +=
      A[(M - 1 - i) * lda + k] * B[(K - 1 - k) * ldb + j];
}
