//===- staircase-edges.c - Nests that are nearly staircases ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{fast} =
// DEFINE: %{check} = %clang -w -march=x86-64-v3 %{fast} %s -c -DV=plain -o %t.plain.o && \
// DEFINE:   %clangplugin -w -march=x86-64-v3 %{fast} %s -c -DV=gemmify -o %t.gemmify.o && \
// DEFINE:   %clang -O1 -DMAIN -w %s %t.plain.o %t.gemmify.o -o %t -lm && %t
// REDEFINE: %{fast} = -O1
// RUN: %{check}
// REDEFINE: %{fast} = -O3
// RUN: %{check}
// REDEFINE: %{fast} = -O3 -ffp-contract=fast -ffinite-math-only
// RUN: %{check}
//
// Each has something that blocks of rows would do in another order, round in
// another type, fuse, or not end with.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <math.h>

#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define ARGS (long m, long n, const double *restrict A, double *X)
enum { L = 320 };
#define A_(I, J) A[(I) * L + (J)]
#define X_(I, J) X[(I) * L + (J)]
#define UP(I, LOW, HIGH) for (long I = (LOW); I < (HIGH); I++)
#define EACH(F)                                                                \
  F(solve) F(first_value) F(stored_inside) F(second_sum) F(row_root)           \
  F(unused_root) F(two_calls) F(columns_outside) F(fused_outside)              \
  F(last_address) F(first_row) F(stored_before) F(other_way)                   \
  F(stored_elsewhere) F(copied_late) F(copied_and_read) F(copied_first)        \
  F(left_in_the_middle) F(left_from_below) F(narrow) F(unsigned_down)          \
  F(last_row_first) F(rows_of_bytes) F(by_cases)

#ifdef V
void CAT(V, solve) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) /= A_(i, i);
  }
}
/// Sums of another type than the matrix has.
void CAT(V, wide) (long m, long n, const float *restrict A, float *X) {
  UP(i, 0, m) UP(j, 0, n) {
    double s = X_(i, j);
    UP(k, 0, i) s -= (double)A_(i, k) * X_(k, j);
    X_(i, j) = s;
  }
}
void CAT(V, wide_from_zero) (long m, long n, const float *restrict A, float *X) {
  UP(i, 1, m) UP(j, 0, n) {
    double s = 0;
    UP(k, 0, i) s -= (double)A_(i, k) * X_(k, j);
    X_(i, j) = s;
  }
}
/// In the first row, X(0,j) is what it was.
void CAT(V, first_value) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s = 1;
    UP(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s + X_(0, j);
  }
}
void CAT(V, stored_inside) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s = X_(i, j);
    UP(k, 0, j + 1) {
      X_(i, k) = A_(j, k);
      s += A_(i, k) * A_(k, j);
      X_(i, j) = s;
    }
  }
}
void CAT(V, second_sum) ARGS {
  UP(i, 1, m) {
    UP(j, 1, i) UP(k, 0, j) X_(i, j) -= X_(i, k) * X_(j, k);
    double *p = &X_(i, i), t, s = 0;
    UP(k, 0, i) t = *p -= X_(i, k) * X_(i, k);
    UP(k, 0, i) s += X_(i, k) * A_(i, k);
    *p = *p - s;
  }
}
void CAT(V, row_root) ARGS {
  UP(i, 0, m) {
    double t = sqrt(A_(i, L - 1));
    UP(j, 0, i) {
      UP(k, 0, j) X_(i, j) -= A_(k, j) * X_(i, k);
      X_(i, j) /= t;
    }
  }
}
void CAT(V, unused_root) ARGS {
  UP(i, 0, m) {
    sqrt(A_(i, L - 1));
    UP(j, 0, n) {
      UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
      X_(i, j) /= A_(i, i);
    }
  }
}
void CAT(V, two_calls) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    X_(i, j) = exp(X_(i, j));
    UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) = sqrt(X_(i, j));
  }
}
/// With a negative number of rows, nothing happens.
void CAT(V, columns_outside) ARGS {
  UP(j, 0, n) UP(i, 0, m) UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
}
void CAT(V, fused_outside) ARGS {
  UP(k, 0, n) UP(i, 0, m) {
    double t = A_(i, k) * A_(k, k);
    UP(j, k + 1, n) X_(i, j) -= t * 1.0;
  }
}
/// The last value of a pointer is none of its loop's.
void CAT(V, last_address) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    const double *q = A;
    UP(k, 0, i) {
      X_(i, j) -= *q * X_(k, j);
      q += L;
    }
    X_(i, j) /= q[1] + 2;
  }
}
/// Where the loop does not run, the element is not what the sum begins with.
void CAT(V, first_row) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s = X_(i, j);
    if (i < 1)
      X_(0, j) = A_(i, j);
    UP(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s / A_(i, i);
  }
}
void CAT(V, stored_before) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s = 0;
    if (i > 0)
      X_(i, j) = 0;
    UP(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s - A_(i, j);
  }
}
void CAT(V, other_way) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s;
    if (j > 3)
      s = X_(i, j);
    else {
      s = 0;
      UP(k, 0, i) s -= A_(i, k) * X_(k, j);
    }
    X_(i, j) = s * A_(i, j);
  }
}
/// Rows that no step runs in store the first value by another statement.
void CAT(V, stored_elsewhere) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    double s = A_(i, j);
    UP(k, 3, i) s -= A_(i, k) * X_(k, j);
    if (i >= 2)
      X_(i, j) = s / A_(i, i);
    if (i < 1)
      X_(i, j) = s * A_(j, i);
  }
}
/// Products that no loop inside moves: vectors round them before they add.
void CAT(V, still) (long m, long n, const double *A, double *X) {
  UP(i, 0, m - 1) UP(j, 0, n) {
    UP(k, i + 1, m) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) = X_(i, j) + A_(i, 5) * A_(i, 6);
  }
}
void CAT(V, one_more) (long m, long n, const double *A, double *X) {
  UP(i, 0, m) {
    double t = A_(i, 5) + 1.0;
    UP(j, 0, n) {
      UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
      X_(i, j) *= t;
    }
  }
}
/// Between both stores of a sum, one is stored to that may be the first.
void CAT(V, copied_late) ARGS {
  UP(i, 0, m) UP(j, i, m) {
    double s = 0;
    UP(k, 0, n) s += A_(k, i) * A_(k, j);
    X_(i, j) = s;
    X_(i, i) = A_(j, i);
    X_(j, i) = s;
  }
}
void CAT(V, copied_and_read) ARGS {
  UP(i, 0, m) UP(j, i + 1, m) {
    double s = 1;
    UP(k, 0, n) s += A_(k, i) * A_(k, j);
    X_(i, j) = s;
    X_(j, i) = s;
    X_(i, i) += X_(j, i);
  }
}
/// The sum goes to the other side first, and is divided there.
void CAT(V, copied_first) ARGS {
  UP(i, 0, m) UP(j, i + 1, m) {
    X_(i, j) = 0;
    UP(k, 0, n) X_(i, j) += A_(k, i) * A_(k, j);
    X_(j, i) = X_(i, j);
    X_(j, i) /= A_(i, i);
    X_(i, j) = X_(j, i);
  }
}
/// The last row is halved, and nothing else.
void CAT(V, left_in_the_middle) ARGS {
  for (long i = 0;; i++) {
    UP(j, 0, n) X_(i, j) *= 0.5;
    if (i == m - 1)
      break;
    UP(j, 0, n) UP(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    UP(j, 0, n) X_(i, j) /= A_(i, i);
  }
}
void CAT(V, left_from_below) ARGS {
  for (long i = m - 1;; i--) {
    UP(j, 0, n) X_(i, j) /= A_(i, i);
    if (i == 1)
      break;
    UP(j, 0, n) UP(k, 0, i) X_(k, j) -= A_(k, i) * X_(i, j);
    UP(j, 0, n) X_(0, j) += X_(i, j);
  }
}
void CAT(V, narrow) ARGS {
  for (short i = m - 1; i >= 0; i--)
    for (unsigned short j = 0; j < n; j++) {
      for (short k = m - 1; k > i; k--)
        X_(i, j) -= A_(i, k) * X_(k, j);
      X_(i, j) /= A_(i, i);
    }
}
void CAT(V, unsigned_down) ARGS {
  const unsigned rows = m;
  for (unsigned i = rows; i-- > 0;)
    for (unsigned j = 0; j < n; j++) {
      for (unsigned k = rows - 1; k > i; k--)
        X[i * L + j] -= A[i * L + k] * X[k * L + j];
      X[i * L + j] /= A[i * L + i];
    }
}
/// Nothing of a sum can be added up before the row below is final.
void CAT(V, last_row_first) ARGS {
  for (long i = m - 1; i >= 0; i--)
    UP(j, 0, n) {
      UP(k, i + 1, m) X_(i, j) -= A_(i, k) * X_(k, j);
      X_(i, j) /= A_(i, i);
    }
}
/// The first element of a row holds something else until its sum is stored.
void CAT(V, stored_on_the_way) (int m, int n, long ld, double *B, const double *A, const double *Row) {
  for (long i = m - 2; i >= 0; --i) {
    double t = B[i * ld];
    for (long k = m - 1;; --k) {
      for (int j = 1; j < n; j++)
        B[i * ld + j] -= B[k * ld + j] * A[i * ld + k];
      if (k > i + 1)
        B[i * ld] = Row[k];
      else
        break;
    }
    UP(q, 0, n) t += Row[q] * A[i * ld + q];
    B[i * ld] = t;
  }
}
/// A switch leaves the loop in one case, and stores in two.
void CAT(V, by_cases) ARGS {
  UP(i, 0, m) {
    for (long k = 1;; k++) {
      X_(i, k) /= A_(k, k);
      switch (k) {
      case 199:
        goto out;
      case 5:
        X_(i, 0) = A_(310, k);
        break;
      case 77:
        X_(i, 0) = 3 * A_(310, k);
      }
      UP(j, k + 1, 200) X_(i, j) -= X_(i, k) * A_(k, j);
    }
  out:;
  }
}
/// The row's number wraps around: rows above 255 are added to others.
void CAT(V, rows_of_bytes) ARGS {
  UP(i, 0, m) UP(j, 0, n) {
    UP(k, 0, i) X_((unsigned char)(i), j) -= A_(i, k) * A_(k, j);
    X_((unsigned char)(i), j) /= A_(i, i);
  }
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <string.h>

#define DECLARE(NAME) void plain_##NAME ARGS, gemmify_##NAME ARGS;
EACH(DECLARE)
DECLARE(still)
DECLARE(one_more)
typedef void on_the_way(int, int, long, double *, const double *, const double *);
on_the_way plain_stored_on_the_way, gemmify_stored_on_the_way;
typedef void wide(long, long, const float *restrict, float *);
wide plain_wide, gemmify_wide, plain_wide_from_zero, gemmify_wide_from_zero;

static double A[L * L], X[L * L], Y[L * L];
static float FA[L * L], FX[L * L], FY[L * L];

static void fill(void) {
  for (long I = 0; I < L * L; I++) {
    FA[I] = A[I] = ((I * 7) % 13 - 6) / 640.0;
    FX[I] = FY[I] = X[I] = Y[I] = ((I * 5) % 11 - 5) / 32.0;
  }
  for (long I = 0; I < L; I++)
    A[I * L + I] = FA[I * L + I] = 1 + I % 3, A[I * L + L - 1] = I ? 2 : -1;
}

static int isSame(const char *Name, int OfPlain, int OfGemmify) {
  int Same = OfPlain == OfGemmify && !memcmp(FX, FY, sizeof FX);
  for (long I = 0; I < L * L && Same; I++)
    Same = !memcmp(X + I, Y + I, sizeof *X) || (X[I] != X[I] && Y[I] != Y[I]);
  if (!Same)
    printf("%s differs; errno %d, %d\n", Name, OfPlain, OfGemmify);
  return Same;
}

int main(void) {
  int Good = 1, Before;
#define RUN(NAME, M, N, MATRIX, OUT, COPY)                                     \
  fill(), errno = 0;                                                           \
  plain_##NAME(M, N, MATRIX, OUT);                                             \
  Before = errno, errno = 0;                                                   \
  gemmify_##NAME(M, N, MATRIX, COPY);                                          \
  Good &= isSame(#NAME, Before, errno);
#define DOUBLE(NAME) RUN(NAME, 300, 280, A, X, Y)
  EACH(DOUBLE)
  DOUBLE(still)
  DOUBLE(one_more)
  fill();
  plain_stored_on_the_way(300, 280, L, X, A, A + 310 * L);
  gemmify_stored_on_the_way(300, 280, L, Y, A, A + 310 * L);
  Good &= isSame("stored_on_the_way", 0, 0);
  RUN(wide, 300, 280, FA, FX, FY)
  RUN(wide_from_zero, 300, 280, FA, FX, FY)
  RUN(columns_outside, -900, 300, A, X, Y)
  RUN(solve, -40, 300, A, X, Y)
  return !Good;
}
#endif
