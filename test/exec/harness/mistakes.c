//===- mistakes.c - Wrong on purpose: the harness has to see it -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The version that poses as rewritten (built with -DWRONG) breaks one promise
// per form; harness.test expects the harness to report each.
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <stdlib.h>

#ifndef WRONG
#define WRONG 0
#endif

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
/// A right product, and then the mistake.
#define MISTAKE(NAME, ...)                                                     \
  FORM(NAME, RRR, 0, ABC(long, ), ABC_ARGS) {                                  \
    volatile T sink;                                                           \
    UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ * B_;                \
    if (WRONG && M && N && K) {                                                \
      __VA_ARGS__;                                                             \
    }                                                                          \
    (void)sink;                                                                \
  }

MISTAKE(no_mistake) // The harness has to accept it.
MISTAKE(last_bit, if (C[0] > 0) ++*(unsigned char *)&C[0])
MISTAKE(sign_of_zero, if (C[0] == 0) C[0] = -C[0])
MISTAKE(nan_lost, if (C[0] != C[0]) C[0] = 1)
MISTAKE(writes_padding, if (ldc > N && M > 1) C[N] = 0)
MISTAKE(reads_behind_c, sink = C[(M - 1) * ldc + N])
MISTAKE(reads_before_c, sink = C[-1])
MISTAKE(reads_behind_row_of_b, sink = B[N])
MISTAKE(reads_before_row_of_a, if (M > 1) sink = A[lda - 1])
MISTAKE(writes_a, *(volatile T *)&A[0] = A[0])
MISTAKE(leaks, sink = *(volatile T *)malloc(64))
MISTAKE(trusts_malloc, T *volatile x = malloc(64); x[0] = 1; free(x))

/// Claims to be a product: it is neither rewritten nor does it pack.
FORM(not_a_product, RRR, MUST, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ + B_;
}
/// Is a product, and says that it must not be rewritten.
FORM(is_a_product, RRR, MUSTNOT, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ * B_;
}
FORM(touches_empty, RRR, 0, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ * B_;
  if (WRONG && M && N && !K)
    C[0] = 0;
}
FORM(ignores_overlap, RRR, ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) UP(long, j, N) {
    T s = WRONG ? 0 : C_, start = C_;
    UP(long, k, K) {
      s += A_ * B_;
      if (!WRONG)
        C_ = s;
    }
    if (WRONG) {
      // The same sum from the start value, but stored once.
      s = start;
      UP(long, k, K) s += A_ * B_;
      C_ = s;
    }
  }
}
FORM(other_order, RRR, 0, ABC(long, ), ABC_ARGS) {
  if (WRONG)
    UP(long, i, M) UP(long, j, N) DOWN(long, k, K) C_ += A_ * B_;
  else
    UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ * B_;
}
