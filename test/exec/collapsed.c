//===- collapsed.c - One loop that counts several indices -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --sizes=small --types=float
// RUN: %exec %s --blocks --sizes=small --types=double
// RUN: %exec %s --flags="-O2 -march=x86-64-v3 -fwrapv -g" --types=float \
// RUN:   --sizes=small
// RUN: %exec %s --flags="-O1 -march=x86-64-v3" --types=double --sizes=small
//
// Counters of all kinds, and parts of their range, as OpenMP gives to threads:
// they begin and end within a row.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define C_ C[i * ldc + j]
#define A_ A[i * lda + k]
#define B_ B[k * ldb + j]
#define COLLAPSED(NAME, I, FLAGS)                                              \
  FORM(NAME, RRR, FLAGS, ABC(I, restrict), ABC_ARGS)
#define SUM(I)                                                                 \
  T s = 0;                                                                     \
  UP(I, k, K) s += A_ * B_;                                                    \
  C_ = s;

COLLAPSED(whole_int, int, MUST) {
  UP(int, t, M * N) {
    int i = t / N, j = t % N;
    SUM(int)
  }
}
COLLAPSED(whole_long, long, MUST) {
  UP(long, t, M * N) {
    long i = t / N, j = t % N;
    SUM(long)
  }
}
COLLAPSED(whole_size, size_t, MUST | UNSIGNED) {
  UP(size_t, t, M * N) {
    size_t i = t / N, j = t % N;
    SUM(size_t)
  }
}
COLLAPSED(whole_unsigned, unsigned, MUST | UNSIGNED) {
  UP(unsigned, t, M * N) {
    unsigned i = t / N, j = t - i * N;
    SUM(unsigned)
  }
}
/// From 1, and the number of iterations is a number like any other.
COLLAPSED(from_one, int, MUST) {
  long total = (long)M * N;
  for (long t = 1; t <= total; ++t) {
    int i = (t - 1) / N, j = (t - 1) % N;
    SUM(int)
  }
}
/// Columns first.
COLLAPSED(transposed, long, MUST) {
  UP(long, t, M * N) {
    long j = t / M, i = t % M;
    SUM(long)
  }
}
COLLAPSED(in_memory, long, MUST) {
  UP(long, t, M * N) {
    long i = t / N, j = t % N;
    UP(long, k, K) C_ += A_ * B_;
  }
}
/// C is dense.
COLLAPSED(dense, int, MUST) {
  if (ldc != N)
    return;
  UP(int, t, M * N) {
    int i = t / N, j = t % N;
    T s = C[t];
    UP(int, k, K) s += A_ * B_;
    C[t] = s;
  }
}
COLLAPSED(downward, long, MUST) {
  if (ldc != N)
    return;
  T *end = C + M * N;
  UP(long, t, M * N) {
    long i = t / N, j = t % N;
    T s = 0;
    UP(long, k, K) s += A_ * B_;
    *--end = s;
  }
}
FORM(no_restrict, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, t, M * N) {
    long i = t / N, j = t % N;
    UP(long, k, K) C_ += A_ * B_;
  }
}

/// Rows of 24 and of 32 elements.
FORM(rows_of_24, RRR, MUST, ABC(int, restrict), ABC_ARGS, 0, 24) {
  UP(int, t, M * 24) {
    int i = t / 24, j = t % 24;
    SUM(int)
  }
}
FORM(rows_of_32, RRR, MUST, ABC(long, restrict), ABC_ARGS, 0, 32) {
  UP(long, t, M * 32) {
    long i = t / 32, j = t % 32;
    SUM(long)
  }
}
/// The sum over k as well.
FORM(masks, RRR, MUST, ABC(long, restrict), ABC_ARGS, 0, 16) {
  UP(long, t, M * 16) {
    long i = t >> 4, j = t & 15;
    T s = 0;
    UP(long, k, K & ~7) s += A[i * lda + (k & 7) * (K / 8) + k / 8] * B_;
    C_ = s;
  }
}
FORM(all_constant, RRR, MUST, ABC(unsigned, restrict), ABC_ARGS, 19, 33, 0) {
  UP(unsigned, t, 19 * 33) {
    unsigned i = t / 33, j = t % 33;
    SUM(unsigned)
  }
}

/// Parts of the range.
#define PART(NAME, I, FIRST, LAST)                                             \
  COLLAPSED(NAME, I, MUST) {                                                   \
    for (I t = FIRST, last = LAST; t <= last; ++t) {                           \
      I i = t / N, j = t % N;                                                  \
      SUM(I)                                                                   \
    }                                                                          \
  }
PART(without_start, long, N / 2, M * N - 1)
PART(without_end, long, 0, M *N - 1 - N / 3)
PART(middle, long, N / 2, M *N - 1 - N / 3)
PART(middle_int, int, N / 3 + N, M *N - 1 - N / 2)
PART(from_end_of_row, int, N - 1, M *N - 1 - N)
PART(second_row, long, N, 2 * N - 1 < M * N ? 2 * N - 1 : M * N - 1)
PART(within_row, long, M ? 1 : N, N - 2)
COLLAPSED(in_chunks, long, MUST) {
  long chunk = 3 * N + N / 2 + 1;
  for (long from = 0; from < M * N; from += chunk) {
    long to = from + chunk < M * N ? from + chunk : M * N;
    for (long t = from; t < to; ++t) {
      long i = t / N, j = t % N;
      SUM(long)
    }
  }
}

/// Loops over a tile that end at the first of two bounds, or never
/// begin.
#define TILE(NAME, I, ROW, COLUMN, HEIGHT, WIDTH)                              \
  COLLAPSED(NAME, I, MUST) {                                                   \
    for (I i = ROW;; ++i) {                                                    \
      if (i == M)                                                              \
        break;                                                                 \
      for (I j = COLUMN;; ++j) {                                               \
        if (j == N)                                                            \
          break;                                                               \
        SUM(I)                                                                 \
        if (j >= COLUMN + WIDTH - 1)                                           \
          break;                                                               \
      }                                                                        \
      if (i >= ROW + HEIGHT - 1)                                               \
        break;                                                                 \
    }                                                                          \
  }
TILE(tile, long, M / 3, N / 4, 20, 24)
TILE(tile_int, int, M / 2, 0, 40, 7)
TILE(to_the_corner, long, M - M / 3, N - N / 2, 20, 24)

/// Three digits, in the ways in which they are written.
#define BATCHED(NAME, I, DIGITS)                                               \
  FORM(NAME, RRR, MUST | BATCH | UNSIGNED,                                     \
       (I batch, I M, I N, I K, const TA *restrict A, I lda,                   \
        const TB *restrict B, I ldb, T *restrict C, I ldc),                    \
       (p->batch, p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C,          \
        p->ldc)) {                                                             \
    UP(I, t, batch *M *N) {                                                    \
      DIGITS                                                                   \
      T s = 0;                                                                 \
      UP(I, k, K) s += A[(b * M + i) * lda + k] * B[(b * K + k) * ldb + j];    \
      C[(b * M + i) * ldc + j] = s;                                            \
    }                                                                          \
  }
BATCHED(from_below, long, long j = t % N; long r = t / N; long i = r % M;
        long b = r / M;)
BATCHED(from_above, int, int b = t / (M * N); int r = t % (M * N);
        int i = r / N; int j = r % N;)
BATCHED(each_alone, unsigned, unsigned b = t / (M * N); unsigned i = t / N % M;
        unsigned j = t % N;)
BATCHED(cut_off, long, long b = t / (M * N); long i = t % (M * N) / N;
        long j = t % N;)
BATCHED(two_of_three, size_t, size_t b = t / N / M; size_t i = t / N - b * M;
        size_t j = t - t / N * N;)

/// Two loops count one index.
FORM(sum_of_two, RRR, MUST, ABC(long, restrict), ABC_ARGS, 0, 0, 24) {
  UP(long, i, M) UP(long, j, N) {
    T s = 0;
    UP(long, t, 24) {
      long k = t % 6 * 4 + t / 6;
      s += A_ * B[t * ldb + j];
    }
    C_ = s;
  }
}
/// All of K, of which 5 need not be a divisor.
FORM(sum_of_blocks, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    int blocks = K / 5;
    UP(int, t, blocks * 5) {
      int k = t % blocks * 5 + t / blocks;
      s += A_ * B[t * ldb + j];
    }
    C_ = s;
  }
}
/// Indices of A and of the sum.
FORM(two_collapsed, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, s, M * N) {
    long i = s / N, j = s % N;
    long blocks = K / 7;
    UP(long, t, blocks * 7) {
      long k = t % 7 * blocks + t / 7;
      C_ += A_ * B[t * ldb + j];
    }
  }
}
