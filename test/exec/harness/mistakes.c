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
#define MISTAKE(NAME, FLAGS)                                                   \
  FORM(NAME, RRR, FLAGS, ABC(long, ), ABC_ARGS) {                              \
    UP(long, i, M) UP(long, j, N) UP(long, k, K) C_ += A_ * B_;                \
    if (!WRONG || !M || !N || !K)                                              \
      return;                                                                  \
    volatile T sink;                                                           \
    (void)sink;

MISTAKE(no_mistake, 0)
} // Right: the harness has to accept it.
MISTAKE(last_bit, 0) if (C[0] > 0)++ *(unsigned char *)&C[0];
}
MISTAKE(sign_of_zero, 0) if (C[0] == 0) C[0] = -C[0];
}
MISTAKE(nan_lost, 0) if (C[0] != C[0]) C[0] = 1;
}
MISTAKE(writes_padding, 0) if (ldc > N && M > 1) C[N] = 0;
}
MISTAKE(reads_behind_c, 0) sink = C[(M - 1) * ldc + N];
}
MISTAKE(reads_before_c, 0) sink = C[-1];
}
MISTAKE(reads_behind_row_of_b, 0) sink = B[N];
}
MISTAKE(reads_before_row_of_a, 0) if (M > 1) sink = A[lda - 1];
}
MISTAKE(writes_a, 0) * (volatile T *)&A[0] = A[0];
}
MISTAKE(leaks, 0) sink = *(volatile T *)malloc(64);
}
MISTAKE(trusts_malloc, 0)
T *volatile x = malloc(64);
x[0] = 1;
free(x);
}
MISTAKE(not_rewritten, MUST)
}
MISTAKE(never_runs, MUST)
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
