//===- staircase-steps.c - Diagonals step by step, products fused ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{type} = double
// DEFINE: %{flags} = -march=x86-64-v3 -ffp-contract=fast -fno-math-errno -w -DT=%{type} %s -c
// DEFINE: %{compare} = %clang -O3 %{flags} -DV=plain -o %t.plain.o && \
// DEFINE:   %clangplugin -O3 %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// DEFINE:     | grep -c 'matrix product rewritten' | grep -x 15 && \
// DEFINE:   %clang -O1 -DMAIN -DT=%{type} %s %t.plain.o %t.gemmify.o -lm -o %t && %t
// RUN: %{compare}
// REDEFINE: %{type} = float
// RUN: %{compare}
//
// What a step stores is a product, and the next one adds to it: no code may fuse
// these. Some elements are zero, or become so; some products meet in one element.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

#define EACH(F)                                                                \
  F(scaled) F(scaled_if) F(divided_if) F(divided_down) F(by_dots) F(unit)      \
  F(by_dots_down) F(negated) F(one_more) F(decided) F(factors) F(shared)         \
  F(stored_before) F(one_step) F(last_rows) F(two_loops)

#ifndef MAIN

#define NAME_(X, V) X##_##V
#define NAME(X, V) NAME_(X, V)
#define A_(I, J) a[(I) + (ptrdiff_t)(J) * lda]
#define B_(I, J) b[(I) + (ptrdiff_t)(J) * ldb]
#define FOR(X, LO, HI) for (int X = (LO); X < (HI); X++)
#define DOWN(X, LO, HI) for (int X = (HI) - 1; X >= (LO); X--)
#define F(X)                                                                   \
  void NAME(X, V)(int m, int n, int flag, const T *restrict a, int lda,        \
                  T *restrict b, int ldb)

F(scaled) {
  FOR(j, 0, n) FOR(k, 0, m) {
    const T t = B_(k, j);
    FOR(i, 0, k) B_(i, j) += t * A_(i, k);
    B_(k, j) = t * A_(k, k);
  }
}
F(scaled_if) {
  FOR(j, 0, n) FOR(k, 0, m) if (B_(k, j) != 0) {
    const T t = B_(k, j);
    FOR(i, 0, k) B_(i, j) += t * A_(i, k);
    B_(k, j) = t * A_(k, k);
  }
}
F(divided_if) {
  FOR(j, 0, n) FOR(k, 0, m) if (B_(k, j) != 0) {
    B_(k, j) /= A_(k, k);
    FOR(i, k + 1, m) B_(i, j) -= B_(k, j) * A_(i, k);
  }
}
F(divided_down) {
  FOR(j, 0, n) DOWN(k, 0, m) if (B_(k, j) != 0) {
    B_(k, j) /= A_(k, k);
    FOR(i, 0, k) B_(i, j) -= B_(k, j) * A_(i, k);
  }
}
F(by_dots) {
  FOR(j, 0, n) FOR(i, 0, m) {
    T s = B_(i, j);
    FOR(k, 0, i) s -= A_(k, i) * B_(k, j);
    B_(i, j) = s * A_(i, i);
  }
}
F(by_dots_down) {
  FOR(j, 0, n) DOWN(i, 0, m) {
    T s = B_(i, j);
    DOWN(k, i + 1, m) s -= A_(k, i) * B_(k, j);
    B_(i, j) = s * A_(i, i);
  }
}
F(unit) { FOR(j, 0, n) FOR(k, 0, m) FOR(i, k + 1, m) B_(i, j) -= B_(k, j) * A_(i, k); }
// The product is negated, and the sum is less than that.
F(negated) {
  FOR(j, 0, n) FOR(k, 0, m) {
    const T t = B_(k, j);
    FOR(i, 0, k) B_(i, j) -= t * A_(i, k);
    B_(k, j) = -(t * A_(k, k));
  }
}
// (x + 1) * y is x * y + y, if that may be fused.
F(one_more) {
  FOR(j, 0, n) FOR(k, 0, m) {
    B_(k, j) = B_(k, j) + 1;
    FOR(i, k + 1, m) B_(i, j) -= B_(k, j) * A_(i, k);
  }
}
F(decided) {
  FOR(j, 0, n) FOR(k, 0, m) {
    T t = B_(k, j);
    FOR(i, 0, k) B_(i, j) += t * A_(i, k);
    if (flag) t *= A_(k, k);
    B_(k, j) = t;
  }
}
// Rows have products in common, which are fused for each nevertheless.
void NAME(shared, V)(int m, int n, int flag, const T *a, int lda, T *b,
                     int ldb) {
  FOR(j, 0, n) FOR(i, 0, m) {
    T t = B_(i, j);
    FOR(k, 0, i) t -= a[k] * B_(k, j);
    B_(i, j) = t;
  }
}
// What decides is asked about an element that was stored just before.
F(stored_before) {
  FOR(j, 0, n) FOR(k, 0, m) {
    B_(k, j) *= A_(k, k);
    T t = B_(k, j);
    if (flag) t *= A_(k, k);
    FOR(i, 0, k) t -= A_(i, k) * B_(i, j);
    B_(k, j) = t;
  }
}
// The loops over k that are made of this have a product that does not move.
F(one_step) {
  FOR(j, 0, n) FOR(k, 0, m) {
    if (k == 1)
      FOR(i, k + 1, m) B_(i, j) -= B_(k, j) * A_(i, k);
    B_(k, j) *= A_(k, k);
  }
}
// There are no such rows in most blocks.
F(last_rows) {
  FOR(j, 0, n) DOWN(k, 0, m) {
    const T t = B_(k, j);
    if (k >= m - 2)
      DOWN(i, k + 1, m) B_(i, j) += t * A_(i, k);
    B_(k, j) = -(t * A_(k, k));
  }
}
// The question has an answer of its own for each loop: the last row runs one.
F(two_loops) {
  FOR(j, 0, n) FOR(k, 0, m) if (A_(k, j) > flag) {
    FOR(i, 0, k) B_(i, j) += A_(k, j) * A_(i, k);
    FOR(i, k + 1, m) B_(i, j) += A_(k, j) * A_(i, k);
  }
}
F(factors) {
  FOR(k, 0, m) {
    FOR(i, k + 1, m) B_(i, k) *= A_(k, k);
    FOR(j, k + 1, m) FOR(i, k + 1, m) B_(i, j) -= B_(i, k) * B_(k, j);
  }
}

#else

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

typedef void Form(int, int, int, const T *, int, T *, int);
#define DECLARE(X) Form X##_plain, X##_gemmify;
EACH(DECLARE)
#define ENTRY(X) {#X, X##_plain, X##_gemmify},
static const struct {
  const char *Name;
  Form *Plain, *Rewritten;
} Forms[] = {EACH(ENTRY)};

enum { Most = 120 };
static T A[Most * Most], B[Most * Most], C[Most * Most];

static unsigned Seed = 1;
static T number(void) {
  Seed = Seed * 1103515245 + 12345;
  const int I = (int)(Seed >> 16 & 0x3ff) - 512;
  return Seed >> 28 == 3 ? 0 : (T)I / 771;
}

/// What is all zero is not stored to.
static void readOnly(void) {
  enum { Rows = 40, Columns = 24 };
  T *Zeros = mmap(NULL, Rows * Columns * sizeof(T), PROT_READ,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  scaled_if_gemmify(Rows, Columns, 0, A, Rows, Zeros, Rows);
  divided_if_gemmify(Rows, Columns, 0, A, Rows, Zeros, Rows);
  divided_down_gemmify(Rows, Columns, 0, A, Rows, Zeros, Rows);
}

/// Whether the last row, of which alone the answer is no, is added to others.
static int addsLastRow(void) {
  enum { Rows = 40 };
  for (int I = 0; I != Rows * Rows; ++I)
    A[I] = I % Rows == Rows - 1 ? 1 : 2;
  memset(B, 0, sizeof B);
  memset(C, 0, sizeof C);
  two_loops_plain(Rows, Rows, 1, A, Rows, B, Rows);
  two_loops_gemmify(Rows, Rows, 1, A, Rows, C, Rows);
  if (!memcmp(B, C, sizeof B))
    return 0;
  puts("two_loops adds what it does not");
  return 1;
}

int main(void) {
  const int Sizes[] = {1, 7, 8, 9, 23, 24, 40, 97, 113};
  enum { NumSizes = sizeof Sizes / sizeof *Sizes };
  int Bad = addsLastRow();
  readOnly();
  for (unsigned F = 0; F != sizeof Forms / sizeof *Forms; ++F)
    for (int M = 0; M != NumSizes; ++M)
      for (int N = 0; N != NumSizes; ++N)
        for (int Flag = 0; Flag != 2; ++Flag) {
          const int Rows = Sizes[M], Ld = Rows + Flag;
          for (int I = 0; I != Most * Most; ++I) {
            A[I] = number();
            C[I] = B[I] = number();
          }
          for (int I = 0; I != Rows; ++I)
            A[I * (Ld + 1)] = 1 + number() / 2;
          Forms[F].Plain(Rows, Sizes[N], Flag, A, Ld, B, Ld);
          Forms[F].Rewritten(Rows, Sizes[N], Flag, A, Ld, C, Ld);
          if (memcmp(B, C, sizeof B)) {
            printf("%s differs at %d by %d\n", Forms[F].Name, Rows, Sizes[N]);
            ++Bad;
          }
        }
  return Bad != 0;
}

#endif
