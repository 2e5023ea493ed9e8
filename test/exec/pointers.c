//===- pointers.c - Loops that advance pointers ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --deal=2
// RUN: %exec %s --blocks --sizes=small --types=double
// RUN: %exec %s --flags="-O2 -march=native" --types=float --sizes=small --deal=4
// RUN: %exec %s --flags="-O1 -march=x86-64-v3" --types=double --sizes=small \
// RUN:   --deal=4 --deal-from=1
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define J UP(long, j, N)
#define K_ UP(long, k, K)
#define BOTH(NAME, ...)                                                        \
  FORM(NAME##_r, RRR, MUST, ABC(long, restrict), ABC_ARGS)                     \
  __VA_ARGS__ FORM(NAME##_a, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS)         \
  __VA_ARGS__

/// The loop that advances a pointer is inside of the one that carries it on.
BOTH(result_by_element, {
  UP(long, i, M) {
    J {
      T s = 0;
      K_ s += A[i * lda + k] * B[k * ldb + j];
      *C++ = s;
}
C += ldc - N;
}
})
BOTH(add_by_element, {
  UP(long, i, M) {
    J {
      K_ *C += A[i * lda + k] * B[k * ldb + j];
      C++;
}
C += ldc - N;
}
})
BOTH(left_by_element, {
  UP(long, i, M) {
    const T *b = B;
    K_ {
  T a = *A++;
  J C[j] += a * b[j];
  b += ldb;
    }
    A += lda - K;
    C += ldc;
}
})
BOTH(all_by_element, {
  UP(long, i, M) {
    J {
      T s = *C;
      const T *b = B + j;
      K_ {
  s += *A++ * *b;
  b += ldb;
      }
      A -= K;
      *C++ = s;
}
A += lda;
C += ldc - N;
}
})
BOTH(down_to_zero, {
  long i = M;
  while (i-- > 0) {
    const T *right = B;
    long j = N;
    while (j-- > 0) {
      const T *a = A, *b = right++;
      T s = 0;
      long k = K;
      while (k-- > 0) {
        s += *a++ * *b;
        b += ldb;
      }
      *C++ = s;
    }
    A += lda;
    C += ldc - N;
  }
})
BOTH(by_index, {
  long c = 0;
  long a = 0;
  UP(long, i, M) {
    long b = 0;
    K_ {
      T x = A[a++];
      long j = 0;
      for (; j < N; j++)
        C[c + j] += x * B[b++];
      b += ldb - N;
    }
    a += lda - K;
    c += ldc;
  }
})
/// Three levels: the result is advanced in the innermost loop.
BOTH(in_the_innermost, {
  UP(long, i, M) {
    const T *b = B;
    K_ {
  T a = A[k];
  J *C++ += a * *b++;
  C -= N;
  b += ldb - N;
    }
    A += lda;
    C += ldc;
}
})

/// A pointer ends a loop. Whether it meets its end is for the guard to find
/// out, as is how far it goes in each step.
FORM(rows_until_end, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  for (const T *a = A, *end = A + M * lda; a != end; a += lda) {
    J {
      T s = 0;
      const T *b = B + j;
      for (const T *x = a, *e = a + K; x != e; ++x, b += ldb)
        s += *x * *b;
      *C++ = s;
    }
    C += ldc - N;
  }
}
FORM(columns_until_end, RLR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  for (T *c = C, *end = C + M * ldc; c != end; c += ldc) {
    T *to = c;
    for (const T *b = B; b != B + N * ldb; b += ldb, to++) {
      T s = 0;
      K_ s += A[k] * b[k];
      *to = s;
    }
    A += lda;
  }
}
FORM(backward, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  if (!M || !N || !K)
    return;
  T *c = C + (M - 1) * ldc;
  for (const T *a = A + (M - 1) * lda; c != C - ldc; a -= lda, c -= ldc)
    for (long j = N - 1; j >= 0; j--) {
      const T *b = B + (K - 1) * ldb + j;
      for (const T *x = a + K - 1; x != a - 1; x--, b -= ldb)
        c[j] += *x * *b;
    }
}

/// 32-bit indices that wrap must not be taken for those that do not.
FORM(by_unsigned_index, RRR, MUST | UNSIGNED, ABC(unsigned, restrict),
     ABC_ARGS) {
  unsigned c = 0, a = 0;
  UP(unsigned, i, M) {
    UP(unsigned, j, N) {
      T s = 0;
      unsigned b = j;
      UP(unsigned, k, K) {
        s += A[a + k] * B[b];
        b += ldb;
      }
      C[c++] = s;
    }
    a += lda;
    c += ldc - N;
  }
}

/// LLVM widens the index of C, and cuts it off where the next row begins.
FORM(by_int, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  int c = 0, a = 0;
  UP(int, i, M) {
    UP(int, j, N) {
      T s = 0;
      int b = j;
      UP(int, k, K) {
        s += A[a + k] * B[b];
        b += ldb;
      }
      C[c++] = s;
    }
    a += lda;
    c += ldc - N;
  }
}
/// Rows of C that begin anew once one has begun behind byte 255.
#ifdef TABLE
__attribute__((noinline)) void NAMED(by_byte_impl) ABC(long, restrict) {
  long c = 0;
  UP(long, i, M) {
    J {
      T s = 0;
      K_ s += A[i * lda + k] * B[k * ldb + j];
      C[c + j] = s;
    }
    c = (unsigned char)c + ldc;
  }
}
#endif
FORM(by_byte, RRR, MUST | UNSIGNED | SMALL, ABC(long, restrict), ABC_ARGS) {
  enum { Size = 4096 };
  T Rows[Size] = {0};
  if (N > Size / 4 || ldc > Size / 4 || M * ldc > Size - N)
    return;
  NAMED(by_byte_impl)(M, N, K, A, lda, B, ldb, Rows, ldc);
  UP(long, i, M) J C[i * ldc + j] = Rows[i * ldc + j];
}

/// Different ways lead to the next row: no fixed amount.
FORM(sometimes_skips, RRR, MUSTNOT, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) {
    J {
      T s = 0;
      K_ s += A[k] * B[k * ldb + j];
      C[j] = s;
    }
    C += ldc;
    if (i % 2)
      A += lda;
  }
}
/// Where a row ends moves with the row.
BOTH(until_end_of_row, {
  UP(long, i, M) {
    const T *b = B;
    for (const T *a = A; a < A + K; a++, b += ldb) {
      const T *right = b;
      for (T *c = C; c != C + N; c++)
        *c += *a * *right++;
    }
    A += lda;
    C += ldc;
  }
})
BOTH(until_both_ends, {
  for (T *row = C, *last = C + M * ldc; row < last; row += ldc, A += lda) {
    const T *b = B;
    for (T *c = row; c < row + N; c++) {
      const T *right = b++;
      T s = 0;
      for (const T *a = A; a < A + K; a++, right += ldb)
        s += *a * *right;
      *c = s;
    }
  }
})
BOTH(back_to_start_of_row, {
  UP(long, i, M) {
    J {
      const T *b = B + K * ldb + j;
      T s = 0;
      for (const T *a = A + K; a > A; a--) {
        b -= ldb;
        s += a[-1] * *b;
      }
      C[j] = s;
    }
    A += lda;
    C += ldc;
  }
})
/// In steps that may go beyond the end.
BOTH(by_steps_in_row, {
  UP(long, i, M) {
    J {
      T s = 0;
      const T *b = B + j;
      for (const T *a = A; a < A + K; a += 3, b += 3 * ldb)
        s += *a * *b;
      C[j] = s;
    }
    A += lda;
    C += ldc;
  }
})

/// The next column is computed from a counter that falls, at the end of the
/// loop over columns.
#define NEXT_FROM_COUNTER(FIRST, NEXT)                                         \
  if (!M || !N)                                                                \
    return;                                                                    \
  unsigned c = 0;                                                              \
  unsigned row = M;                                                            \
  do {                                                                         \
    T *to = C + c;                                                             \
    unsigned col = N;                                                          \
    const T *b = B + (FIRST);                                                  \
    do {                                                                       \
      T s = 0;                                                                 \
      const T *a = A;                                                          \
      unsigned left = K;                                                       \
      while (left > 0) {                                                       \
        s += *a++ * *b;                                                        \
        b += ldb;                                                              \
        left--;                                                                \
      }                                                                        \
      *to++ = s;                                                               \
      col--;                                                                   \
      b = B + (NEXT);                                                          \
    } while (col > 0);                                                         \
    c += ldc;                                                                  \
    A += lda;                                                                  \
    row--;                                                                     \
  } while (row > 0);
FORM(next_from_counter, RRR, MUST | UNSIGNED, ABC(unsigned, restrict),
     ABC_ARGS) {
  NEXT_FROM_COUNTER(0, N - col)
}
FORM(next_from_counter_a, RRR, MUST | UNSIGNED | ALIAS, ABC(unsigned, ),
     ABC_ARGS) {
  NEXT_FROM_COUNTER(0, N - col)
}
/// Columns that begin anew behind byte 255.
FORM(next_from_byte, RRR, MUST | UNSIGNED, ABC(unsigned, restrict), ABC_ARGS) {
  NEXT_FROM_COUNTER(0, (unsigned char)(N - col))
}
/// The first column is not the one before the second.
FORM(next_after_another, RRR, MUSTNOT | UNSIGNED, ABC(unsigned, restrict),
     ABC_ARGS) {
  NEXT_FROM_COUNTER(N - 1, N - col)
}
/// Rows whose ends move faster than they do.
FORM(ends_run_ahead, RRR, MUSTNOT, ABC(long, restrict), ABC_ARGS) {
  if (M > K)
    return;
  const T *end = A;
  UP(long, i, M) {
    const T *b = B;
    for (const T *a = A; a < end; a++, b += ldb)
      J C[j] += *a * b[j];
    A += lda;
    end += lda + 1;
    C += ldc;
  }
}
/// The right operand goes on, where the next row needs it again.
FORM(never_returns, RRR, MUSTNOT, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) {
    UP(long, k, K / M) {
      J C[j] += A[k] * B[j];
      B += ldb;
    }
    C += ldc;
    A += lda;
  }
}
