//===- unrolled.c - Loops that the programmer has unrolled ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s
// RUN: %exec %s --blocks --sizes=small
// RUN: %exec %s --flags='-O2 -march=native' --types=float
// RUN: %exec %s --flags='-O1 -march=native -ffp-contract=off' --types=double
// RUN: %exec %s --flags='-O3 -march=native -ffast-math' --tolerance
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

// k, without a remainder.

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

// j or i.

#define SUMS2(s) T s##0 = 0, s##1 = 0;
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
