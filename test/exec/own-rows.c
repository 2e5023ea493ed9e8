//===- own-rows.c - Sums that replace what they read ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{kind} = -DELEMENT=double
// DEFINE: %{flags} = -w %s -c
// DEFINE: %{first} = 18
// DEFINE: %{second} = 18
// DEFINE: %{compare} = %clang -O2 %{kind} %{flags} -DV=plain -o %t.plain.o && \
// DEFINE:   %clangplugin -O2 %{kind} %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2> %t.1 && \
// DEFINE:   %clangplugin -O3 %{kind} %{flags} -DV=blocks -mllvm -gemmify-strategy=packing \
// DEFINE:     -mllvm -gemmify-mc=16 -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify \
// DEFINE:     -o %t.blocks.o 2> %t.2 && \
// DEFINE:   grep -c 'matrix product rewritten' %t.1 | grep -x %{first} && \
// DEFINE:   grep -c 'matrix product rewritten' %t.2 | grep -x %{second} && \
// DEFINE:   %clang -O1 -DMAIN %{kind} %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
// RUN: %{compare}
// REDEFINE: %{kind} = "-DELEMENT=double complex" -DCOMPLEX
// REDEFINE: %{first} = 26
// REDEFINE: %{second} = 26
// REDEFINE: %{flags} = -w -fcx-limited-range %s -c
// RUN: %{compare}
//
// An element is replaced by a sum in a register that reads it, at its end or
// in between, or by an expression that does.
//
//===----------------------------------------------------------------------===//

#include <complex.h>
#include <stddef.h>

#undef I

#ifdef COMPLEX
#define ELSE(F)                                                                \
  F(held_diagonal) F(held_diagonal_skips)                                                             \
  F(held_diagonal_first) F(held_diagonal_of_rows) F(made_real)                 \
      F(made_real_behind) F(diagonal_summed) F(either_way)
#else
#define ELSE(F)
#endif
#define EACH(F)                                                                \
  F(up_to_row)                                                                 \
  F(from_row) F(own_first) F(own_last) F(own_last_scaled) F(scaled) F(adds)    \
      F(adds_scaled) F(begins_with_own) F(begins_with_own_down)                \
          F(columns_down) F(columns_outside) F(columns) F(inside_columns)      \
              F(transposed) F(next_row) F(reads_new_rows) F(scaled_before)     \
                  F(kept_before) F(both_triangles) F(scales_both) F(squares)   \
                      F(divided) ELSE(F)
#define ARGS                                                                   \
  (int m, int n, const ELEMENT *A, long lda, ELEMENT *X, long ldx, double alpha)

#include "harness/builds.h"

#define X_(I, J) X[(I) * ldx + (J)]
#define A_(I, J) A[(I) * lda + (J)]
#define RE(E) creal(E)
#define FOR(V, LO, HI) for (int V = (LO); V < (HI); V++)

#ifdef V
F(up_to_row) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = 0; k <= i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(from_row) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(own_first) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = A_(i, i) * X_(i, j);
      for (int k = 0; k < i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(own_last) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s + A_(i, i) * X_(i, j);
    }
}
F(own_last_scaled) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = alpha * (s + A_(i, i) * X_(i, j));
    }
}
F(scaled) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = alpha * s;
    }
}
F(adds) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i + 1; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) += s;
    }
}
F(adds_scaled) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i + 1; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = alpha * (X_(i, j) + s);
    }
}
F(begins_with_own) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = X_(i, j);
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(begins_with_own_down) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = X_(i, j);
      for (int k = 0; k <= i; k++)
        s -= A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(columns_down) {
  for (int i = 0; i < n; i++)
    for (int j = m - 1; j >= 0; j--) {
      ELEMENT s = 0;
      for (int k = 0; k <= j; k++)
        s += X_(i, k) * A_(k, j);
      X_(i, j) = s;
    }
}
F(columns_outside) {
  for (int j = m - 1; j >= 0; j--)
    for (int i = 0; i < n; i++) {
      ELEMENT s = 0;
      for (int k = 0; k <= j; k++)
        s += X_(i, k) * A_(k, j);
      X_(i, j) = s;
    }
}
F(columns) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      ELEMENT s = 0;
      for (int k = j; k < m; k++)
        s += X_(i, k) * A_(k, j);
      X_(i, j) = alpha * s;
    }
}
F(inside_columns) {
  for (int j = 0; j < n; j++)
    for (int i = m - 1; i >= 0; i--) {
      ELEMENT s = 0;
      for (int k = 0; k <= i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(transposed) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(k, i) * X_(k, j);
      X_(i, j) = s;
    }
}
F(next_row) {
  for (int i = 0; i < m - 1; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i + 1, j) = s;
    }
}
F(reads_new_rows) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = 0; k <= i; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(scaled_before) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      X_(i, j) *= alpha;
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(kept_before) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT x = X_(i, j);
      X_(i, j) = alpha;
      ELEMENT s = 0;
      for (int k = i + 1; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s + x;
    }
}
F(both_triangles) {
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      ELEMENT s = 0;
      for (int k = i; k <= j; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(scales_both) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i + 1; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = alpha * X_(i, j) + s * alpha;
    }
}
F(squares) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      ELEMENT s = 0;
      for (int k = i; k < m; k++)
        s += A_(i, k) * X_(k, j);
      X_(i, j) = s * X_(i, j) + X_(i, j);
    }
}
F(divided) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      ELEMENT s = X_(i, j) * alpha;
      for (int k = 0; k <= i; k++)
        s -= A_(i, k) * X_(k, j);
      X_(i, j) = s / A_(i, i);
    }
}

#ifdef COMPLEX
F(held_diagonal) {
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < j; i++)
      X_(j, i) *= alpha;
    X_(j, j) = alpha * RE(X_(j, j));
    for (int l = 0; l < n; l++) {
      ELEMENT t = alpha * conj(A_(l, j));
      for (int i = 0; i < j; i++)
        X_(j, i) += t * A_(l, i);
      X_(j, j) = RE(X_(j, j)) + RE(t * A_(l, j));
    }
  }
}
F(held_diagonal_skips) {
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < j; i++)
      X_(j, i) *= alpha;
    X_(j, j) = alpha * RE(X_(j, j));
    for (int l = 0; l < n; l++)
      if (A_(l, j) != 0) {
        ELEMENT t = alpha * conj(A_(l, j));
        for (int i = 0; i < j; i++)
          X_(j, i) += t * A_(l, i);
        X_(j, j) = RE(X_(j, j)) + RE(t * A_(l, j));
      }
  }
}
F(held_diagonal_first) {
  for (int j = 0; j < m; j++) {
    X_(j, j) = alpha * RE(X_(j, j));
    for (int i = j + 1; i < m; i++)
      X_(j, i) *= alpha;
    for (int l = 0; l < n; l++) {
      ELEMENT t = alpha * conj(A_(l, j));
      X_(j, j) = RE(X_(j, j)) + RE(t * A_(l, j));
      for (int i = j + 1; i < m; i++)
        X_(j, i) += t * A_(l, i);
    }
  }
}
F(held_diagonal_of_rows) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < i; j++)
      X_(i, j) *= alpha;
    X_(i, i) = RE(X_(i, i));
    for (int l = 0; l < n; l++) {
      ELEMENT t = alpha * A_(i, l);
      for (int j = 0; j < i; j++)
        X_(i, j) += t * conj(A_(j, l));
      __real__ X_(i, i) += RE(t * conj(A_(i, l)));
    }
  }
}
F(made_real) {
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < n; k++)
        s += A_(i, k) * conj(A_(j, k));
      X_(i, j) = alpha * X_(i, j) + alpha * s;
      if (i == j)
        __imag__ X_(i, j) = 0;
    }
}
F(made_real_behind) {
  for (int i = 0; i < m; i++) {
    X_(i, i) = alpha * RE(X_(i, i));
    for (int j = i + 1; j < m; j++)
      X_(i, j) *= alpha;
    for (int j = i; j < m; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < n; k++)
        s += A_(i, k) * conj(A_(j, k));
      X_(i, j) += alpha * s;
    }
    __imag__ X_(i, i) = 0;
  }
}
F(diagonal_summed) {
  for (int i = 0; i < m; i++) {
    double d = 0;
    for (int k = 0; k < n; k++)
      d += RE(A_(i, k)) * RE(A_(i, k)) + __imag__ A_(i, k) * __imag__ A_(i, k);
    X_(i, i) = alpha * RE(X_(i, i)) + alpha * d;
    for (int j = i + 1; j < m; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < n; k++)
        s += A_(i, k) * conj(A_(j, k));
      X_(i, j) = alpha * X_(i, j) + alpha * s;
    }
  }
}
F(either_way) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j <= i; j++) {
      ELEMENT s = 0;
      for (int k = 0; k < n; k++)
        s += A_(i, k) * conj(A_(j, k));
      if (i == j)
        X_(i, j) = RE(X_(i, j)) + RE(s);
      else
        X_(i, j) += s;
    }
}

#endif
#endif

#ifdef MAIN
#define _GNU_SOURCE
#include "harness/staircases.h"
#endif
