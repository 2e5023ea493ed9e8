//===- partial-sums.c - A sum for each copy of an unrolled body ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --types=int32_t
// RUN: %exec %s --types=uint64_t,int16_t --blocks --deal=2 --sizes=small --flags='-O2 -march=native'
// RUN: %exec %s --flags='-O3 -march=native -ffast-math' --tolerance --sizes=small --deal=2
// RUN: %exec %s --types=float --sizes=small --no-must --deal=2
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_(r, c) C[(r) * ldc + (c)]
#define A_(r, c) A[(r) * lda + (c)]
#define B_(r, c) B[(r) * ldb + (c)]
#define BY(I, V, N, U) for (I V = 0; V < (N) / U * U; V += U)
/// B is column-major, so that k is contiguous in both operands.
#define DOT(NAME, ...) FORM(NAME, RLR, MUST, ABC(__VA_ARGS__, restrict), ABC_ARGS)
#define OPEN(NAME, ...) FORM(NAME, RRR, MUST, ABC(__VA_ARGS__, restrict), ABC_ARGS)
#define FREE(NAME, ...) FORM(NAME, RRR, MUST | ALIAS, ABC(__VA_ARGS__, ), ABC_ARGS)
#define OTHER(NAME, ...) FORM(NAME, RRR, 0, ABC(__VA_ARGS__, ), ABC_ARGS)

#define BT_(c, r) B[(c) * ldb + (r)]
#define ADD(s, i, j, k) s += A_(i, k) * B_(k, j);
#define SUB(s, i, j, k) s -= A_(i, k) * B_(k, j);
#define ADDT(s, i, j, k) s += A_(i, k) * BT_(j, k);
#define TWO(OP, i, j, k) OP(s0, i, j, k) OP(s1, i, j, (k) + 1)
#define FOUR(OP, i, j, k)                                                      \
  TWO(OP, i, j, k) OP(s2, i, j, (k) + 2) OP(s3, i, j, (k) + 3)
#define SUMS2 T s0 = 0, s1 = 0;
#define SUMS4 SUMS2 T s2 = 0, s3 = 0;
#define IJ(I) UP(I, i, M) UP(I, j, N)

// Without a rest.

DOT(by_2, int) {
  IJ(int) {
    SUMS2 BY(int, k, K, 2) { TWO(ADDT, i, j, k) }
    C_(i, j) = s0 + s1;
  }
}
DOT(by_4, long) {
  IJ(long) {
    SUMS4 BY(long, k, K, 4) { FOUR(ADDT, i, j, k) }
    C_(i, j) = (s0 + s1) + (s2 + s3);
  }
}
DOT(by_8, int) {
  IJ(int) {
    T s[8] = {0};
    BY(int, k, K, 8) for (int u = 0; u < 8; u++) { ADDT(s[u], i, j, k + u) }
    T sum = C_(i, j);
    for (int u = 0; u < 8; u++)
      sum += s[u];
    C_(i, j) = sum;
  }
}
FREE(adds_to_c, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) += s0 + s1;
  }
}
FREE(starts_from_c, long) {
  IJ(long) {
    T s0 = C_(i, j), s1 = 0;
    BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s1 + s0;
  }
}
FREE(second_starts_from_c, long) {
  IJ(long) {
    T s0 = 0, s1 = C_(i, j);
    BY(long, k, K, 2) { TWO(SUB, i, j, k) }
    C_(i, j) = s1 + s0;
  }
}
OPEN(subtracts_both, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = C_(i, j) - s0 - s1;
  }
}
OPEN(each_on_its_own, long) {
  IJ(long) {
    SUMS4 BY(long, k, K, 4) { FOUR(ADD, i, j, k) }
    T c = C_(i, j);
    c += s0;
    c += s1;
    c += s2;
    c += s3;
    C_(i, j) = c;
  }
}
OPEN(by_3_in_other_order, long) {
  IJ(long) {
    SUMS2 T s2 = 0;
    BY(long, k, K, 3) {
      ADD(s1, i, j, k + 2) ADD(s0, i, j, k) ADD(s2, i, j, k + 1)
    }
    C_(i, j) = s2 + s0 + s1;
  }
}
OPEN(twice_two, int) {
  IJ(int) {
    SUMS2 BY(int, k, K, 4) {
      TWO(ADD, i, j, k) TWO(ADD, i, j, k + 2)
    }
    C_(i, j) = s0 + s1;
  }
}
OPEN(two_columns, long) {
  UP(long, i, M) BY(long, j, N, 2) {
    SUMS4 BY(long, k, K, 2) {
      TWO(ADD, i, j, k)
      ADD(s2, i, j + 1, k) ADD(s3, i, j + 1, k + 1)
    }
    C_(i, j) = s0 + s1;
    C_(i, j + 1) = s2 + s3;
  }
}
FORM(scaled, RRR, MUST, ABCS(long, restrict), ABCS_ARGS) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = alpha * (s0 + s1) + beta * C_(i, j);
  }
}

// Each tile of k has a sum of its own.

FREE(tiles_of_k, long) {
  for (long kk = 0; kk < K; kk += 24)
    IJ(long) {
      T s = 0;
      for (long k = kk; k < (kk + 24 < K ? kk + 24 : K); k++) {
        ADD(s, i, j, k)
      }
      C_(i, j) += s;
    }
}
FREE(tiles_of_all, int) {
  for (int ii = 0; ii < M; ii += 8)
    for (int jj = 0; jj < N; jj += 16)
      for (int kk = 0; kk < K; kk += 8)
        for (int i = ii; i < (ii + 8 < M ? ii + 8 : M); i++)
          for (int j = jj; j < (jj + 16 < N ? jj + 16 : N); j++) {
            T s = 0;
            for (int k = kk; k < (kk + 8 < K ? kk + 8 : K); k++) {
              SUB(s, i, j, k)
            }
            C_(i, j) = s + C_(i, j);
          }
}

// The rest goes on with one of the sums, with their sum, or by itself.

DOT(rest_goes_on_with_one, int) {
  IJ(int) {
    SUMS4 int k = 0;
    for (; k + 3 < K; k += 4) { FOUR(ADDT, i, j, k) }
    for (; k < K; k++) { ADDT(s0, i, j, k) }
    C_(i, j) = s0 + s1 + s2 + s3;
  }
}
FREE(rest_goes_on_with_the_last, long) {
  IJ(long) {
    SUMS2 long k = 0;
    for (; k + 1 < K; k += 2) { TWO(ADD, i, j, k) }
    for (; k < K; k++) { ADD(s1, i, j, k) }
    C_(i, j) += s0 + s1;
  }
}
DOT(rest_goes_on_with_all, long) {
  IJ(long) {
    SUMS4 long k = 0;
    for (; k + 3 < K; k += 4) { FOUR(ADDT, i, j, k) }
    T s = s0 + s1 + s2 + s3;
    for (; k < K; k++) { ADDT(s, i, j, k) }
    C_(i, j) = s;
  }
}
DOT(rest_by_itself, int) {
  IJ(int) {
    SUMS4 T r = 0;
    int k = 0;
    for (; k + 3 < K; k += 4) { FOUR(ADDT, i, j, k) }
    for (; k < K; k++) { ADDT(r, i, j, k) }
    C_(i, j) = s0 + s1 + s2 + s3 + r;
  }
}
OPEN(rest_by_8, long) {
  IJ(long) {
    T s[8] = {0};
    long k;
    for (k = 0; k < K / 8 * 8; k += 8)
      for (int u = 0; u < 8; u++) { ADD(s[u], i, j, k + u) }
    T sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    for (; k < K; k++) { ADD(sum, i, j, k) }
    C_(i, j) -= sum;
  }
}
OPEN(rest_of_two_columns, long) {
  UP(long, i, M) BY(long, j, N, 2) {
    SUMS4 long k = 0;
    for (; k + 1 < K; k += 2) {
      TWO(ADD, i, j, k)
      ADD(s2, i, j + 1, k) ADD(s3, i, j + 1, k + 1)
    }
    for (; k < K; k++) { ADD(s0, i, j, k) ADD(s2, i, j + 1, k) }
    C_(i, j) = s0 + s1;
    C_(i, j + 1) = s2 + s3;
  }
}
OTHER(rest_in_memory, long) {
  IJ(long) {
    SUMS2 long k = 0;
    for (; k + 1 < K; k += 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s0 + s1;
    for (; k < K; k++) { ADD(C_(i, j), i, j, k) }
  }
}

// What looks like partial sums and is something else.

OTHER(difference, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s0 - s1;
  }
}
OTHER(one_counts_twice, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s0 + s1 + s0;
  }
}
OTHER(product_of_sums, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = (s0 + s1) * s0;
  }
}
OTHER(one_is_left_out, long) {
  IJ(long) {
    SUMS2 T s3 = 0;
    BY(long, k, K, 4) { TWO(ADD, i, j, k) ADD(s3, i, j, k + 3) }
    C_(i, j) = s0 + s1 + s3;
  }
}
OTHER(steps_overlap, long) {
  IJ(long) {
    SUMS2 BY(long, k, K, 2) { ADD(s0, i, j, k) ADD(s1, i, j, k) }
    C_(i, j) = s0 + s1;
  }
}
OTHER(start_from_ones, long) {
  IJ(long) {
    T s0 = 1, s1 = 1;
    BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s0 + s1;
  }
}
OTHER(rest_starts_from_one, long) {
  IJ(long) {
    SUMS2 T r = 1;
    long k = 0;
    for (; k + 1 < K; k += 2) { TWO(ADD, i, j, k) }
    for (; k < K; k++) { ADD(r, i, j, k) }
    C_(i, j) = s0 + s1 + r;
  }
}
OTHER(rest_counts_one_twice, long) {
  IJ(long) {
    SUMS2 long k = 0;
    for (; k + 1 < K; k += 2) { TWO(ADD, i, j, k) }
    T r = s0;
    for (; k < K; k++) { ADD(r, i, j, k) }
    C_(i, j) = s0 + s1 + r;
  }
}
OTHER(rest_if_asked_for, long) {
  IJ(long) {
    SUMS2 T r = 0;
    long k = 0;
    for (; k + 1 < K; k += 2) { TWO(ADD, i, j, k) }
    if (lda & 8)
      for (; k < K; k++) { ADD(r, i, j, k) }
    C_(i, j) = s0 + s1 + r;
  }
}
OTHER(neighbour_keeps_a_part, long) {
  UP(long, i, M) for (long j = 0; j + 1 < N; j += 2) {
    SUMS2 BY(long, k, K, 2) { TWO(ADD, i, j, k) }
    C_(i, j) = s0 + s1;
    C_(i, j + 1) = s0;
  }
}
