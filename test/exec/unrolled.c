//===- unrolled.c - Loops that the programmer has unrolled ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --types=float
// RUN: %exec %s --blocks --types=double --sizes=small --deal=2
// RUN: %exec %s --flags='-O1 -march=native -ffp-contract=off' --types=double --sizes=small \
// RUN:   --deal=2 --deal-from=1
// RUN: %exec %s --flags='-O3 -march=native -ffast-math' --types=float --tolerance --sizes=small \
// RUN:   --deal=2
// RUN: %exec %s --types=int32_t --sizes=small --deal=2 --deal-from=1
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_(r, c) C[(r) * ldc + (c)]
#define A_(r, c) A[(r) * lda + (c)]
#define B_(r, c) B[(r) * ldb + (c)]
/// Steps of \p U, as far as there are whole ones.
#define BY(I, V, N, U) for (I V = 0; V < (N) / U * U; V += U)
#define OPEN(NAME, ...) FORM(NAME, RRR, MUST, ABC(__VA_ARGS__, restrict), ABC_ARGS)
#define FREE(NAME, ...) FORM(NAME, RRR, MUST | ALIAS, ABC(__VA_ARGS__, ), ABC_ARGS)

#define ADD(s, i, j, k) s += A_(i, k) * B_(k, j);
#define SUB(s, i, j, k) s -= A_(i, k) * B_(k, j);
#define TWICE(OP, s, i, j, k) OP(s, i, j, k) OP(s, i, j, (k) + 1)
#define FOUR(OP, s, i, j, k) TWICE(OP, s, i, j, k) TWICE(OP, s, i, j, (k) + 2)
#define EIGHT(OP, s, i, j, k) FOUR(OP, s, i, j, k) FOUR(OP, s, i, j, (k) + 4)

#define SUMS2(s) T s##0 = 0, s##1 = 0;

// k, without a rest.

OPEN(k_by_2, int) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    BY(int, k, K, 2) { TWICE(ADD, s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(k_by_4, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = C_(i, j);
    BY(long, k, K, 4) { FOUR(ADD, s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(k_by_8_subtracts, int) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    BY(int, k, K, 8) { EIGHT(SUB, s, i, j, k) }
    C_(i, j) += s;
  }
}
FREE(k_by_3_in_memory, int) {
  UP(int, i, M) UP(int, j, N) BY(int, k, K, 3) {
    TWICE(ADD, C_(i, j), i, j, k)
    ADD(C_(i, j), i, j, k + 2)
  }
}
FREE(k_by_4_in_the_middle, long) {
  UP(long, i, M) BY(long, k, K, 4) UP(long, j, N) {
    FOUR(ADD, C_(i, j), i, j, k)
  }
}
FREE(k_by_2_outside, int) {
  BY(int, k, K, 2) UP(int, i, M) UP(int, j, N) { TWICE(SUB, C_(i, j), i, j, k) }
}
FREE(k_by_4_downward, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    for (long k = K / 4 * 4 - 1; k >= 0; k -= 4) {
      ADD(s, i, j, k) ADD(s, i, j, k - 1)
      ADD(s, i, j, k - 2) ADD(s, i, j, k - 3)
    }
    C_(i, j) = s;
  }
}

// k, with the rest in all the ways in which it is written.

OPEN(rest_after_plus_3, int) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    int k = 0;
    for (; k + 3 < K; k += 4) { FOUR(ADD, s, i, j, k) }
    for (; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(rest_after_minus_1, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = C_(i, j);
    long k;
    for (k = 0; k < K - 1; k += 2) { TWICE(ADD, s, i, j, k) }
    for (; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(rest_after_mask, unsigned) {
  UP(unsigned, i, M) UP(unsigned, j, N) {
    T s = 0;
    for (unsigned k = 0; k < (K & ~7u); k += 8) { EIGHT(ADD, s, i, j, k) }
    for (unsigned k = K & ~7u; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) += s;
  }
}
OPEN(rest_after_quotient, size_t) {
  UP(size_t, i, M) UP(size_t, j, N) {
    T s = 0;
    BY(size_t, k, K, 4) { FOUR(ADD, s, i, j, k) }
    for (size_t k = K / 4 * 4; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(rest_after_modulo, int) {
  const int whole = K - K % 3;
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    int k = 0;
    while (k < whole) {
      TWICE(SUB, s, i, j, k) SUB(s, i, j, k + 2)
      k += 3;
    }
    while (k != K) {
      SUB(s, i, j, k)
      k++;
    }
    C_(i, j) = s;
  }
}
OPEN(rest_downward, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    long k;
    for (k = K - 1; k >= 3; k -= 4) {
      ADD(s, i, j, k) ADD(s, i, j, k - 1)
      ADD(s, i, j, k - 2) ADD(s, i, j, k - 3)
    }
    for (; k >= 0; k--) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OPEN(rest_of_pointers, long) {
  UP(long, i, M) UP(long, j, N) {
    const T *a = A + i * lda, *b = B + j;
    T s = 0;
    long left = K;
    while (left >= 4) {
      s += a[0] * b[0];
      s += a[1] * b[ldb];
      s += a[2] * b[2 * ldb];
      s += a[3] * b[3 * ldb];
      a += 4;
      b += 4 * ldb;
      left -= 4;
    }
    while (left-- > 0) {
      s += *a++ * *b;
      b += ldb;
    }
    C_(i, j) = s;
  }
}
FREE(rest_in_memory, int) {
  UP(int, i, M) UP(int, j, N) {
    int k = 0;
    for (; k + 1 < K; k += 2) { TWICE(ADD, C_(i, j), i, j, k) }
    for (; k < K; k++) { ADD(C_(i, j), i, j, k) }
  }
}
OPEN(rest_of_two_sums, long) {
  UP(long, i, M) BY(long, j, N, 2) {
    SUMS2(s)
    long k = 0;
    for (; k + 1 < K; k += 2) {
      TWICE(ADD, s0, i, j, k) TWICE(ADD, s1, i, j + 1, k)
    }
    for (; k < K; k++) { ADD(s0, i, j, k) ADD(s1, i, j + 1, k) }
    C_(i, j) = s0;
    C_(i, j + 1) = s1;
  }
}

// What looks like a rest and is none.

#define OTHER(NAME, ...) FORM(NAME, RRR, 0, ABC(__VA_ARGS__, ), ABC_ARGS)
OTHER(rest_leaves_one_out, int) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    int k = 0;
    for (; k + 3 < K; k += 4) { FOUR(ADD, s, i, j, k) }
    for (k++; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OTHER(rest_begins_again, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    BY(long, k, K, 2) { TWICE(ADD, s, i, j, k) }
    UP(long, k, K) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}
OTHER(doubled_before_the_rest, int) {
  UP(int, i, M) UP(int, j, N) {
    int k = 0;
    for (; k + 1 < K; k += 2) { TWICE(ADD, C_(i, j), i, j, k) }
    C_(i, j) *= 2;
    for (; k < K; k++) { ADD(C_(i, j), i, j, k) }
  }
}
OTHER(rest_subtracts, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { TWICE(ADD, s, i, j, k) }
    for (; k < K; k++) { SUB(s, i, j, k) }
    C_(i, j) = s;
  }
}
OTHER(rest_if_asked_for, long) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { TWICE(ADD, s, i, j, k) }
    if (lda & 8)
      for (; k < K; k++) { ADD(s, i, j, k) }
    C_(i, j) = s;
  }
}

// j or i.

OPEN(j_by_2, int) {
  UP(int, i, M) BY(int, j, N, 2) {
    SUMS2(s)
    UP(int, k, K) { ADD(s0, i, j, k) ADD(s1, i, j + 1, k) }
    C_(i, j) = s0;
    C_(i, j + 1) = s1;
  }
}
OPEN(j_by_4, long) {
  UP(long, i, M) BY(long, j, N, 4) {
    SUMS2(s) SUMS2(t)
    UP(long, k, K) {
      ADD(s0, i, j, k) ADD(s1, i, j + 1, k)
      ADD(t0, i, j + 2, k) ADD(t1, i, j + 3, k)
    }
    C_(i, j) += s0;
    C_(i, j + 1) += s1;
    C_(i, j + 2) += t0;
    C_(i, j + 3) += t1;
  }
}
FREE(i_by_2, int) {
  BY(int, i, M, 2) UP(int, j, N) {
    SUMS2(s)
    UP(int, k, K) { SUB(s0, i, j, k) SUB(s1, i + 1, j, k) }
    C_(i, j) = s0;
    C_(i + 1, j) = s1;
  }
}
FREE(j_by_4_in_memory, long) {
  UP(long, i, M) UP(long, k, K) BY(long, j, N, 4) {
    ADD(C_(i, j), i, j, k) ADD(C_(i, j + 1), i, j + 1, k)
    ADD(C_(i, j + 2), i, j + 2, k) ADD(C_(i, j + 3), i, j + 3, k)
  }
}
FREE(j_by_2_downward, long) {
  UP(long, i, M) for (long j = N / 2 * 2 - 1; j >= 0; j -= 2) {
    SUMS2(s)
    UP(long, k, K) { ADD(s0, i, j, k) ADD(s1, i, j - 1, k) }
    C_(i, j) = s0;
    C_(i, j - 1) = s1;
  }
}

// Both, and k as well.

OPEN(block_2x2, long) {
  BY(long, i, M, 2) BY(long, j, N, 2) {
    SUMS2(s) SUMS2(t)
    UP(long, k, K) {
      ADD(s0, i, j, k) ADD(s1, i, j + 1, k)
      ADD(t0, i + 1, j, k) ADD(t1, i + 1, j + 1, k)
    }
    C_(i, j) = s0;
    C_(i, j + 1) = s1;
    C_(i + 1, j) = t0;
    C_(i + 1, j + 1) = t1;
  }
}
OPEN(block_4x4, int) {
  BY(int, i, M, 4) BY(int, j, N, 4) {
    T s[4][4] = {{0}};
    UP(int, k, K) UP(int, r, 4) UP(int, c, 4) { ADD(s[r][c], i + r, j + c, k) }
    UP(int, r, 4) UP(int, c, 4) C_(i + r, j + c) += s[r][c];
  }
}
FREE(block_2x2_by_2, long) {
  BY(long, i, M, 2) BY(long, j, N, 2) {
    SUMS2(s) SUMS2(t)
    BY(long, k, K, 2) {
      TWICE(ADD, s0, i, j, k) TWICE(ADD, s1, i, j + 1, k)
      TWICE(ADD, t0, i + 1, j, k) TWICE(ADD, t1, i + 1, j + 1, k)
    }
    C_(i, j) -= s0;
    C_(i, j + 1) -= s1;
    C_(i + 1, j) -= t0;
    C_(i + 1, j + 1) -= t1;
  }
}

// j and i with the rest: each part is a product.

#define SUM_OF(s, i, j)                                                        \
  T s = 0;                                                                     \
  UP(long, k, K) { ADD(s, i, j, k) }

FREE(j_by_2_with_rest, int) {
  UP(int, i, M) {
    int j = 0;
    for (; j + 1 < N; j += 2) {
      SUMS2(s)
      UP(int, k, K) { ADD(s0, i, j, k) ADD(s1, i, j + 1, k) }
      C_(i, j) = s0;
      C_(i, j + 1) = s1;
    }
    for (; j < N; j++) {
      SUM_OF(s, i, j)
      C_(i, j) = s;
    }
  }
}
FREE(i_by_2_with_rest, long) {
  long i;
  for (i = 0; i <= M - 2; i += 2) UP(long, j, N) {
    SUMS2(s)
    UP(long, k, K) { ADD(s0, i, j, k) ADD(s1, i + 1, j, k) }
    C_(i, j) += s0;
    C_(i + 1, j) += s1;
  }
  for (; i < M; i++) UP(long, j, N) {
    SUM_OF(s, i, j)
    C_(i, j) += s;
  }
}
FREE(block_2x2_with_rests, long) {
  long i = 0, j;
  for (; i + 1 < M; i += 2) {
    for (j = 0; j + 1 < N; j += 2) {
      SUMS2(s) SUMS2(t)
      UP(long, k, K) {
        ADD(s0, i, j, k) ADD(s1, i, j + 1, k)
        ADD(t0, i + 1, j, k) ADD(t1, i + 1, j + 1, k)
      }
      C_(i, j) = s0;
      C_(i, j + 1) = s1;
      C_(i + 1, j) = t0;
      C_(i + 1, j + 1) = t1;
    }
    for (; j < N; j++) {
      SUMS2(s)
      UP(long, k, K) { ADD(s0, i, j, k) ADD(s1, i + 1, j, k) }
      C_(i, j) = s0;
      C_(i + 1, j) = s1;
    }
  }
  for (; i < M; i++) UP(long, j, N) {
    SUM_OF(s, i, j)
    C_(i, j) = s;
  }
}
OPEN(block_4x4_with_rests, int) {
  int i = 0, j;
  for (; i + 3 < M; i += 4) {
    for (j = 0; j + 3 < N; j += 4) {
      T s[4][4] = {{0}};
      UP(int, k, K) UP(int, r, 4) UP(int, c, 4) { ADD(s[r][c], i + r, j + c, k) }
      UP(int, r, 4) UP(int, c, 4) C_(i + r, j + c) -= s[r][c];
    }
    for (; j < N; j++) {
      T s[4] = {0};
      UP(int, k, K) UP(int, r, 4) { ADD(s[r], i + r, j, k) }
      UP(int, r, 4) C_(i + r, j) -= s[r];
    }
  }
  for (; i < M; i++) UP(int, j, N) {
    SUM_OF(s, i, j)
    C_(i, j) -= s;
  }
}
FREE(j_by_4_in_memory_with_rest, long) {
  UP(long, i, M) UP(long, k, K) {
    long j = 0;
    for (; j + 3 < N; j += 4) {
      ADD(C_(i, j), i, j, k) ADD(C_(i, j + 1), i, j + 1, k)
      ADD(C_(i, j + 2), i, j + 2, k) ADD(C_(i, j + 3), i, j + 3, k)
    }
    for (; j < N; j++) { ADD(C_(i, j), i, j, k) }
  }
}
FREE(k_by_4_in_the_middle_with_rest, int) {
  UP(int, i, M) {
    UP(int, j, N) C_(i, j) = 0;
    int k = 0;
    for (; k + 3 < K; k += 4)
      UP(int, j, N) { FOUR(ADD, C_(i, j), i, j, k) }
    for (; k < K; k++)
      UP(int, j, N) { ADD(C_(i, j), i, j, k) }
  }
}
/// LLVM knows that every other row begins at an even index, and masks it.
OPEN(block_2x2_of_int, int) {
  int i, j;
  for (i = 0; i + 1 < M; i += 2) {
    for (j = 0; j + 1 < N; j += 2) {
      SUMS2(s) SUMS2(t)
      UP(int, k, K) {
        ADD(s0, i, j, k) ADD(s1, i, j + 1, k)
        ADD(t0, i + 1, j, k) ADD(t1, i + 1, j + 1, k)
      }
      C_(i, j) = s0;
      C_(i, j + 1) = s1;
      C_(i + 1, j) = t0;
      C_(i + 1, j + 1) = t1;
    }
    for (; j < N; j++) {
      SUMS2(s)
      UP(int, k, K) { ADD(s0, i, j, k) ADD(s1, i + 1, j, k) }
      C_(i, j) = s0;
      C_(i + 1, j) = s1;
    }
  }
  for (; i < M; i++) UP(int, j, N) {
    SUM_OF(s, i, j)
    C_(i, j) = s;
  }
}
OPEN(j_by_8_cleared_with_rest, int) {
  UP(int, i, M) {
    UP(int, j, N) C_(i, j) = 0;
    UP(int, k, K) {
      int j = 0;
      for (; j + 7 < N; j += 8) {
        ADD(C_(i, j), i, j, k) ADD(C_(i, j + 1), i, j + 1, k)
        ADD(C_(i, j + 2), i, j + 2, k) ADD(C_(i, j + 3), i, j + 3, k)
        ADD(C_(i, j + 4), i, j + 4, k) ADD(C_(i, j + 5), i, j + 5, k)
        ADD(C_(i, j + 6), i, j + 6, k) ADD(C_(i, j + 7), i, j + 7, k)
      }
      for (; j < N; j++) { ADD(C_(i, j), i, j, k) }
    }
  }
}
/// The second loop begins with the last column of the first one.
OTHER(rests_overlap, long) {
  UP(long, i, M) {
    long j = 0;
    for (; j + 1 < N; j += 2) {
      SUMS2(s)
      UP(long, k, K) { ADD(s0, i, j, k) ADD(s1, i, j + 1, k) }
      C_(i, j) += s0;
      C_(i, j + 1) += s1;
    }
    for (j -= j > 0; j < N; j++) {
      SUM_OF(s, i, j)
      C_(i, j) += s;
    }
  }
}
