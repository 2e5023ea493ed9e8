//===- pivots.c - Eliminations that exchange rows -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -w %s -c
// RUN: %clang %{flags} -O3 -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -O3 -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 42
// RUN: %clangplugin %{flags} -O2 -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -o %t.blocks.o
// RUN: %clang -O1 -DMAIN -w %s %t.plain.o %t.gemmify.o %t.blocks.o -o %t -lm && %t
//
// The matrix ends where an inaccessible page begins. What is noted about rows is
// also in the matrix, or in the right side, and matrices are singular from a
// step on.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stddef.h>

#define ARGS (int m, int n, double *A, long lda, int *P, double *x)
#define EACH(F)                                                                \
  F(whole) F(asked) F(inverse) F(signs) F(singular) F(singular_first) F(right) \
  F(columns) F(sizes) F(two_returns) F(wide)                                   \
  F(kept) F(kept_and_zeroed) F(kept_below) F(kept_behind) F(kept_number)       \
  F(copied) F(copied_by_columns) F(copied_of_few)                              \
  F(stay_left) F(stay_kept) F(stay_zeroed) F(stay_scaled) F(stay_by_columns)   \
  F(stay_triangle) F(stay_triangle_by_rows) F(stay_above_step) F(stay_unsigned) F(stay_noted_ahead) F(stay_left_ahead) \
  F(step_number) F(step_factor) F(step_chosen) F(step_twice) F(sum_in_memory) F(sum_in_memory_left) \
  F(sum_left) F(sum_upper) F(sum_with_diagonal) F(sum_noted) F(sum_without_exit) \
  F(part_of_columns) F(last_row) F(later_column)               \
  F(rows_above) F(weights) F(zeroed) F(noted_before) F(first_row_of_all)       \
  F(from_table) F(left_between) F(counted) F(swapped_late)                     \
  F(kept_from_next) F(kept_pivot) F(kept_rows_above) F(kept_left_late)  \
  F(of_column) F(copied_and_changed) F(of_noted) F(before_exchange)            \
  F(stored_before_exchange) F(chosen_column) F(rows_behind) F(from_second)     \
  F(stay_left_late) F(stay_above) F(stay_for_next) F(stay_divided_behind) F(stay_for_both) F(stay_left_for_both)   \
  F(sum_left_late) F(sum_by_rows) F(sum_of_next) F(sum_scaled_later) F(sum_of_noted)
#include "harness/builds.h"

#define A_(I, J) A[(I) * lda + (J)]
#define UP(V, LO, HI) for (int V = (LO); V < (HI); V++)
#define SWAP(X, Y) { double t = X; X = Y; Y = t; }
/// P is the largest of column K.
#define SEARCH(K, P)                                                           \
  int P = K;                                                                   \
  UP(i, K + 1, m) if (fabs(A_(i, K)) > fabs(A_(P, K))) P = i;
#define UPDATE(K, I, F) UP(j, K + 1, n) A_(I, j) -= F * A_(K, j);

#ifdef V
extern const unsigned char InputOf[256];
F(whole) {
  UP(k, 0, m) {
    SEARCH(k, p)
    P[k] = p;
    UP(j, 0, m) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, m) A_(i, j) -= A_(i, k) * A_(k, j);
    }
  }
}
F(asked) {
  UP(k, 0, m) {
    int p = k;
    double most = fabs(A_(k, k));
    UP(i, k + 1, m) if (fabs(A_(i, k)) > most) {
      most = fabs(A_(i, k));
      p = i;
    }
    P[k] = p;
    if (p != k)
      UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      A_(i, k) = f;
      UPDATE(k, i, f)
    }
  }
}
F(inverse) {
  UP(k, 0, m - 1) {
    SEARCH(k, p)
    P[k] = p;
    if (p != k)
      UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    double r = 1 / A_(k, k);
    UP(i, k + 1, m) A_(i, k) *= r;
    UP(i, k + 1, m) UPDATE(k, i, A_(i, k))
  }
}
// Rows are noted by exchanging them as well.
F(signs) {
  double d = 1;
  UP(i, 0, m) P[i] = i;
  UP(k, 0, m) {
    SEARCH(k, p)
    if (p != k) {
      d = -d;
      int t = P[k];
      P[k] = P[p];
      P[p] = t;
      UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    }
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
  x[0] = d;
}
F(singular) {
  x[0] = 0;
  UP(k, 0, m) {
    SEARCH(k, p)
    if (A_(p, k) == 0) {
      x[0] = k + 1;
      return;
    }
    P[k] = p;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// What is noted of the step comes before it is left.
F(singular_first) {
  int k;
  for (k = 0; k < m; k++) {
    double most = 0;
    int p = k;
    UP(i, k, m) if (fabs(A_(i, k)) > most) {
      most = fabs(A_(i, k));
      p = i;
    }
    P[k] = p;
    if (most < 1e-9)
      break;
    if (p != k)
      UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
  x[0] = k;
}
// With a right side.
F(right) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    SWAP(x[k], x[p])
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      A_(i, k) = f;
      UPDATE(k, i, f)
      x[i] -= f * x[k];
    }
  }
}
#define B_(I, J) A[(J) * lda + (I)]
F(columns) {
  UP(k, 0, m) {
    int p = k;
    UP(i, k + 1, m) if (fabs(B_(i, k)) > fabs(B_(p, k))) p = i;
    P[k] = p;
    if (p != k)
      UP(j, 0, m) SWAP(B_(k, j), B_(p, j))
    UP(i, k + 1, m) B_(i, k) /= B_(k, k);
    UP(j, k + 1, m) UP(i, k + 1, m) B_(i, j) -= B_(i, k) * B_(k, j);
  }
}
F(sizes) {
  if (n < 0)
    return;
  size_t N = n;
  for (size_t k = 0; k < N; k++) {
    size_t p = k;
    for (size_t i = k + 1; i < N; i++)
      if (fabs(A[i * lda + k]) > fabs(A[p * lda + k]))
        p = i;
    for (size_t j = 0; j < N; j++)
      SWAP(A[k * lda + j], A[p * lda + j])
    for (size_t i = k + 1; i < N; i++) {
      A[i * lda + k] /= A[k * lda + k];
      for (size_t j = k + 1; j < N; j++)
        A[i * lda + j] -= A[i * lda + k] * A[k * lda + j];
    }
  }
}
F(two_returns) {
  UP(k, 0, m) {
    if (A_(k, k) == 7) {
      x[0] = -1;
      return;
    }
    SEARCH(k, p)
    if (!(fabs(A_(p, k)) > 0)) {
      x[0] = k;
      return;
    }
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) A_(i, k) /= A_(k, k);
    UP(i, k + 1, m) UPDATE(k, i, A_(i, k))
  }
}
// More columns are exchanged than are updated.
F(wide) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, m) A_(i, j) -= A_(i, k) * A_(k, j);
    }
  }
}
// Factors do not stay in the matrix.
F(kept) {
  UP(k, 0, m) {
    SEARCH(k, p)
    P[k] = p;
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      UP(j, k, n) A_(i, j) -= f * A_(k, j);
    }
  }
}
F(kept_and_zeroed) {
  UP(k, 0, m) {
    SEARCH(k, p)
    if (fabs(A_(p, k)) < 1e-9) {
      x[0] = k;
      return;
    }
    if (p != k) {
      UP(j, k, n) SWAP(A_(k, j), A_(p, j))
      SWAP(x[k], x[p])
    }
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      UP(j, k + 1, n) A_(i, j) -= f * A_(k, j);
      A_(i, k) = 0;
      x[i] -= f * x[k];
    }
  }
}
// They stay, but are not exchanged.
F(kept_below) {
  UP(k, 0, m - 1) {
    SEARCH(k, p)
    P[k] = p;
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) /= A_(k, k);
      UPDATE(k, i, f)
    }
  }
}
F(kept_behind) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k + 1, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) * 0.25;
      UPDATE(k, i, f)
      A_(i, k) = f + 1;
    }
  }
}
// The factor is no element at all.
F(kept_number) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = x[i] > 0 ? A_(i, k) : 0.125 * i;
      UPDATE(k, i, f)
      x[i] = f;
    }
  }
}
// They stay where they are, and each update loads them.
F(copied) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
F(copied_by_columns) {
  UP(k, 0, m) {
    int p = k;
    UP(i, k + 1, m) if (fabs(B_(i, k)) > fabs(B_(p, k))) p = i;
    if (p != k)
      UP(j, k, m) SWAP(B_(k, j), B_(p, j))
    UP(i, k + 1, m) B_(i, k) /= B_(k, k);
    UP(j, k + 1, m) UP(i, k + 1, m) B_(i, j) -= B_(i, k) * B_(k, j);
  }
}
// Steps behind the last column have no factors.
F(copied_of_few) {
  const int few = m - 20;
  UP(k, 0, m) {
    int p = k;
    UP(i, k + 1, m) if (x[i] > x[p]) p = i;
    UP(j, k, few) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) UP(j, k + 1, few) A_(i, j) -= A_(i, k) * A_(k, j);
  }
}
// Rows keep their places.
F(stay_left) {
  UP(k, 0, m) {
    if (A_(k, k) == 0) {
      x[0] = k;
      return;
    }
    UP(i, k + 1, m) {
      double f = A_(i, k) /= A_(k, k);
      UPDATE(k, i, f)
    }
  }
}
F(stay_kept) {
  UP(k, 0, m) UP(i, k + 1, m) {
    double f = A_(i, k) / A_(k, k);
    UP(j, k, n) A_(i, j) -= f * A_(k, j);
  }
}
F(stay_zeroed) {
  UP(k, 0, m - 1) {
    if (fabs(A_(k, k)) < 1e-9)
      return;
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      UPDATE(k, i, f)
      A_(i, k) = 0;
      x[i] -= f * x[k];
    }
  }
}
F(stay_scaled) {
  UP(k, 0, m) {
    const double d = A_(k, k);
    if (d == 0)
      return;
    UP(j, k + 1, m) A_(k, j) /= d;
    UP(i, k + 1, m) UP(j, k + 1, m) A_(i, j) -= A_(i, k) * A_(k, j);
  }
}
F(stay_by_columns) {
  UP(k, 0, m) {
    if (B_(k, k) == 0)
      return;
    UP(i, k + 1, m) B_(i, k) /= B_(k, k);
    UP(j, k + 1, m) UP(i, k + 1, m) B_(i, j) -= B_(i, k) * B_(k, j);
  }
}
// Cholesky's triangle.
F(stay_triangle) {
  UP(k, 0, m) {
    if (A_(k, k) == 0) {
      x[1] = k;
      return;
    }
    UP(i, k + 1, m) A_(i, k) /= A_(k, k);
    UP(j, k + 1, m) UP(i, j, m) A_(i, j) -= A_(i, k) * A_(j, k);
  }
}
F(stay_triangle_by_rows) {
  UP(k, 0, m) {
    if (fabs(A_(k, k)) < 1e-9)
      return;
    UP(i, k + 1, m) A_(i, k) *= A_(k, k);
    UP(i, k + 1, m) UP(j, k + 1, i + 1) A_(i, j) -= A_(i, k) * A_(j, k);
  }
}
F(stay_above_step) {
  UP(k, 0, m) {
    if (A_(k, k) == 0)
      return;
    UP(i, k + 1, m) A_(k, i) /= A_(k, k);
    UP(i, k + 1, m) UP(j, i, m) A_(i, j) -= A_(k, i) * A_(k, j);
  }
}
F(stay_unsigned) {
  if (m <= 0)
    return;
  const size_t u = m;
  for (size_t k = 0; k < u; k++) {
    if (A_(k, k) == 0)
      return;
    for (size_t i = k + 1; i < u; i++)
      A_(i, k) /= A_(k, k);
    for (size_t i = k + 1; i < u; i++)
      for (size_t j = k + 1; j <= i; j++)
        A_(i, j) -= A_(i, k) * A_(j, k);
  }
}
// The step looks at a column that would wait, so rows do.
F(stay_noted_ahead) {
  UP(k, 0, m - 2) {
    const double q = A_(k, k + 2);
    x[k] = q;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= q * A_(k, j);
  }
}
F(stay_left_ahead) {
  UP(k, 0, m - 2) {
    const double q = A_(k, k + 2);
    if (q > 0.49)
      return;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= A_(i, k) * q * A_(k, j);
  }
}
// Registers carry sums over all steps before.
F(sum_left) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    if (s == 0) {
      x[0] = j;
      return;
    }
    A_(j, j) = s;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / s;
    }
  }
}
F(sum_upper) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(k, j) * A_(k, j);
    if (s == 0)
      return;
    A_(j, j) = s;
    UP(i, j + 1, m) {
      double t = A_(j, i);
      UP(k, 0, j) t -= A_(k, i) * A_(k, j);
      A_(j, i) = t / A_(j, j);
    }
  }
}
F(sum_with_diagonal) {
  UP(j, 0, m) {
    if (x[j] > 0.499)
      return;
    UP(i, j, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t;
    }
  }
}
F(sum_noted) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    if (s == 0)
      return;
    A_(j, j) = 1 / s;
    x[j] = s;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t * A_(j, j);
    }
  }
}
F(sum_without_exit) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    P[j] = s > 0;
    A_(j, j) = s;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / s;
    }
  }
}
// What each step computes once is kept.
F(step_number) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    if (s == 0)
      return;
    const double d = 1 / s;
    x[j] = d;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t * d + s;
    }
  }
}
F(step_factor) {
  UP(k, 0, m) {
    if (A_(k, k) == 0)
      return;
    const double r = 1 / A_(k, k);
    A_(k, k) = r * r;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= A_(i, k) * r * A_(k, j);
  }
}
F(step_chosen) {
  UP(k, 0, m) {
    double r = 0.5;
    if (A_(k, k) > 0)
      r = 1 / (A_(k, k) + 1);
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= A_(i, k) * r * A_(k, j);
  }
}
F(step_twice) {
  UP(j, 0, m) {
    const double d = fabs(A_(j, j)) + 1, e = x[j];
    UP(i, j + 1, m) {
      double t = A_(i, j) * d;
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / d - e;
    }
    x[j] = d;
  }
}
F(sum_in_memory) {
  UP(j, 0, m) {
    UP(k, 0, j) UP(i, j, m) A_(i, j) -= A_(i, k) * A_(j, k);
    const double d = A_(j, j);
    UP(i, j, m) A_(i, j) /= d;
  }
}
F(sum_in_memory_left) {
  UP(j, 0, m) {
    if (x[j] > 0.49)
      return;
    UP(k, 0, j) UP(i, j, m) A_(i, j) -= A_(i, k) * A_(k, j);
    UP(i, j + 1, m) A_(i, j) /= A_(j, j);
  }
}
//===- What has to stay as it is ------------------------------------------===//
F(part_of_columns) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n / 2) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// The last row is exchanged, but not updated.
F(last_row) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m - 1) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// A column that has not been through the steps is looked at.
F(later_column) {
  UP(k, 0, m - 1) {
    int p = k;
    UP(i, k + 1, m) if (fabs(A_(i, k + 1)) > fabs(A_(p, k + 1))) p = i;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
F(rows_above) {
  UP(k, 0, m) {
    int p = k;
    UP(i, 0, m) if (fabs(A_(i, k)) > fabs(A_(p, k))) p = i;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// Which row it is decides what it is updated with.
F(weights) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, n) A_(i, j) -= x[i] * A_(i, k) * A_(k, j);
    }
  }
}
F(zeroed) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
      A_(i, k) = 0;
    }
  }
}
// The row of the step before may be taken again.
F(noted_before) {
  int p = 0;
  UP(k, 0, m) {
    UP(i, k + 1, m) if (A_(i, k) > 0.4) p = i;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
F(first_row_of_all) {
  UP(k, 0, m) {
    int p = 0;
    UP(i, k + 1, m) if (A_(i, k) > 0.4) p = i;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
F(from_table) {
  UP(i, 0, m) P[i] = (i * 7 + 3) % m;
  UP(k, 0, m) {
    int p = P[k];
    UP(j, 0, m) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, m) A_(i, j) -= A_(i, k) * A_(k, j);
    }
  }
}
// The last step is left in the middle.
F(left_between) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    if (A_(k, k) == 0)
      return;
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// What is counted in columns that wait is used at once.
F(counted) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    int c = 0;
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, n) {
        c += A_(k, j) > 0.25;
        A_(i, j) -= A_(i, k) * A_(k, j);
      }
    }
    P[k] = c;
  }
}
F(swapped_late) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
  }
}
// The step's column is updated, but not exchanged.
F(kept_from_next) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k + 1, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) / 4;
      UP(j, k, n) A_(i, j) -= f * A_(k, j);
    }
  }
}
// Two numbers of the row.
F(kept_pivot) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k), g = x[i];
      UP(j, k + 1, n) A_(i, j) = g * A_(i, j) - f * A_(k, j);
    }
  }
}
F(kept_rows_above) {
  UP(k, 0, m) {
    int p = k;
    UP(i, 0, m) if (fabs(A_(i, k)) > fabs(A_(p, k))) p = i;
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      UP(j, k, n) A_(i, j) -= f * A_(k, j);
    }
  }
}
F(kept_left_late) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      double f = A_(i, k) / A_(k, k);
      UP(j, k, n) A_(i, j) -= f * A_(k, j);
    }
    if (A_(k, k) == 0)
      return;
  }
}
// A number of each column, not of each row.
F(of_column) {
  UP(k, 0, m) {
    int p = k;
    UP(i, k + 1, m) if (fabs(B_(i, k)) > fabs(B_(p, k))) p = i;
    UP(j, k, m) SWAP(B_(k, j), B_(p, j))
    UP(j, k + 1, m) {
      double t = 0.5 * B_(k, j);
      UP(i, k + 1, m) B_(i, j) -= 0.25 * t;
    }
  }
}
F(copied_and_changed) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, k, m) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, m) A_(i, j) -= A_(i, k) * A_(k, j);
    }
    UP(i, k + 1, m) A_(i, k) *= 2;
  }
}
// What is noted of the step is a part of the update.
F(of_noted) {
  UP(k, 0, m) {
    SEARCH(k, p)
    x[0] = 1 + 0.25 * k;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, n) A_(i, j) -= A_(i, k) * A_(k, j) * x[0];
    }
  }
}
F(before_exchange) {
  UP(k, 0, m) {
    SEARCH(k, p)
    double t = A_(k, k);
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, n) A_(i, j) -= A_(i, k) * (A_(k, j) * t);
    }
  }
}
F(stored_before_exchange) {
  UP(k, 0, m) {
    SEARCH(k, p)
    double t = A_(k, k) * 0.5;
    A_(k, k) = t;
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UP(j, k + 1, n) A_(i, j) -= A_(i, k) * (A_(k, j) * t);
    }
  }
}
F(chosen_column) {
  UP(k, 0, m) {
    SEARCH(k, p)
    int q = k;
    UP(j, k + 1, n) if (InputOf[j] > InputOf[q]) q = j;
    x[k] = A_(k, q);
    UP(j, 0, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// One behind the last row is one of the next column.
F(rows_behind) {
  const int r = n + 40;
  UP(k, 0, m) {
    int p = k, q = k;
    UP(i, k + 1, m) if (fabs(B_(i, k)) > fabs(B_(p, k))) p = i;
    if (k < m - 40) {
      UP(i, k + 1, r) if (InputOf[i] > InputOf[q]) q = i;
    }
    x[k] = B_(q, k);
    UP(j, 0, m) SWAP(B_(k, j), B_(p, j))
    UP(i, k + 1, m) B_(i, k) /= B_(k, k);
    UP(j, k + 1, m) UP(i, k + 1, m) B_(i, j) -= B_(i, k) * B_(k, j);
  }
}
F(from_second) {
  UP(k, 0, m) {
    SEARCH(k, p)
    UP(j, 1, n) SWAP(A_(k, j), A_(p, j))
    UP(i, k + 1, m) {
      A_(i, k) /= A_(k, k);
      UPDATE(k, i, A_(i, k))
    }
  }
}
// Column k is divided before it is left.
F(stay_left_late) {
  UP(k, 0, m) {
    UP(i, k + 1, m) A_(i, k) /= A_(k, k);
    if (A_(k, k) == 0)
      return;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= A_(i, k) * A_(k, j);
  }
}
// The column is stored when it is left.
F(sum_left_late) {
  UP(j, 0, m) {
    UP(i, j, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t;
    }
    if (A_(j, j) == 0)
      return;
    UP(i, j + 1, m) A_(i, j) /= A_(j, j);
  }
}
// Later rows may never be touched.
F(sum_by_rows) {
  UP(i, 0, m) {
    UP(j, 0, i) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / A_(j, j);
    }
    double s = A_(i, i);
    UP(k, 0, i) s -= A_(i, k) * A_(i, k);
    if (s == 0)
      return;
    A_(i, i) = s;
  }
}
// The step looks at a row that waits.
F(sum_of_next) {
  UP(j, 0, m - 2) {
    double s = A_(j, j) - A_(j + 2, j);
    UP(k, 0, j) s -= A_(j + 2, k) * A_(j, k);
    if (s == 0)
      return;
    A_(j, j) = s;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / s;
    }
  }
}
// What rows that wait have to read is changed.
F(sum_scaled_later) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    if (s == 0)
      return;
    A_(j, j) = s;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / s;
    }
    UP(k, 0, j) A_(j, k) *= 0.5;
  }
}
// The number is another one in the next step. A step is a matrix times a vector.
F(sum_of_noted) {
  UP(j, 0, m) {
    double s = A_(j, j);
    UP(k, 0, j) s -= A_(j, k) * A_(j, k);
    if (s == 0)
      return;
    A_(j, j) = s;
    x[0] = s * 0.5;
    UP(i, j + 1, m) {
      double t = A_(i, j);
      UP(k, 0, j) t -= A_(i, k) * A_(j, k);
      A_(i, j) = t / s + x[1];
    }
    x[1] = s * 0.25;
  }
}
// Columns that wait would read the quotient.
F(stay_divided_behind) {
  UP(k, 0, m) {
    if (A_(k, k) == 0)
      return;
    UP(i, k + 1, m) UP(j, k + 1, i + 1) A_(i, j) -= A_(i, k) * A_(j, k);
    UP(i, k + 1, m) A_(i, k) /= A_(k, k);
  }
}
// The step itself looks at what waits, and the update uses that as well.
F(stay_for_both) {
  UP(k, 0, m - 2) {
    const double q = A_(k + 2, k + 2);
    x[k] = q;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= q * A_(k, j);
  }
}
F(stay_left_for_both) {
  UP(k, 0, m - 2) {
    const double q = A_(k + 2, k + 2);
    if (q > 0.49)
      return;
    UP(i, k + 1, m) UP(j, k + 1, n) A_(i, j) -= A_(i, k) * q * A_(k, j);
  }
}
// Rows above are updated as well.
F(stay_above) {
  UP(k, 0, m) UP(i, 0, m) if (i != k) {
    double f = A_(i, k) / A_(k, k);
    UP(j, k, n) A_(i, j) -= f * A_(k, j);
  }
}
// The next step divides by what waits.
F(stay_for_next) {
  UP(k, 0, m - 1) UP(i, k + 1, m) {
    double f = A_(i, k) / A_(k, m - 1);
    UP(j, k, n) A_(i, j) -= f * A_(k, j);
  }
}
#endif

#ifdef MAIN
#include "harness/doubles.h"
#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const unsigned char InputOf[256] = {
    3, 9, 4, [30] = 20, [47] = 40, [63] = 50, [64] = 70, [96] = 80, [130] = 90};
enum { Bytes = 1 << 18, Side = 1 << 11, Page = 4096 };
static char *End, *Begin, *Sides;
static char Input[Bytes], Wanted[Bytes], InputOfSides[Side], WantedOfSides[Side];

static unsigned Seed = 1;
static double next(void) {
  Seed = Seed * 1103515245 + 12345;
  return (double)(int)(Seed >> 8 & 0xffff) / 65536 - 0.5;
}

/// Kind 1: numbers that are often equal. 2: some are special. From 3 on, the
/// column Kind - 3 is zero.
static void fill(int Kind, int Rows, long lda) {
  double *A = (double *)(Input + Bytes) - (Rows > 0 ? Rows * lda : 0);
  for (double *Each = (double *)Input; (char *)Each < Input + Bytes; ++Each)
    *Each = Kind == 1 ? (int)(next() * 5) : next();
  for (int I = 0; Kind == 2 && I < Rows; ++I)
    A[I * lda + (I * 5) % Rows] = I % 7 == 1 ? NAN : I % 7 == 2 ? INFINITY : -0.0;
  for (int I = 0; I < Rows; ++I)
    if (Kind >= 3 && Kind - 3 < Rows)
      A[I * lda + Kind - 3] = A[(Kind - 3) * lda + I] = 0;
  for (double *Each = (double *)InputOfSides;
       (char *)Each < InputOfSides + Side; ++Each)
    *Each = next();
}

/// Rows may overlap.
static long sizeOf(int Rows, long lda) {
  return Rows > 0 ? (Rows - 1) * lda + (Rows > lda ? Rows : lda) : 0;
}

static void run(unsigned F, int Which, int m, int n, long lda, int Shared) {
  memcpy(End - Bytes, Input, Bytes);
  memcpy(Sides, InputOfSides, Side);
  double *A = (double *)End - sizeOf(m > n ? m : n, lda);
  int *P = (int *)Sides;
  double *x = (double *)(Sides + Side / 2);
  if (Shared == 1)
    P = (int *)(A + 3 * lda + 1);
  if (Shared == 2)
    x = A + 2 * lda + 20;
  if (!strcmp(Forms[F].Name, "copied_of_few") && m > 20 && lda >= m)
    A += 20; // Nothing is behind its last column.
  Forms[F].Run[Which](m, n, A, lda, P, x);
}

static void test(unsigned F, int m, int n, long lda, int Shared) {
  run(F, 0, m, n, lda, Shared);
  memcpy(Wanted, End - Bytes, Bytes);
  memcpy(WantedOfSides, Sides, Side);
  for (int Which = 1; Which < 3; ++Which) {
    run(F, Which, m, n, lda, Shared);
    if (!any_differs((double *)(End - Bytes), (double *)Wanted,
                     Bytes / sizeof(double)) &&
        !any_differs((double *)Sides, (double *)WantedOfSides,
                     Side / sizeof(double)))
      continue;
    printf("%s differs: m=%d n=%d lda=%ld shared=%d\n", Forms[F].Name, m, n,
           lda, Shared);
    exit(1);
  }
}

int main(void) {
  static const int Sizes[] = {-3, 0, 1, 2, 33, 47, 48, 64, 65, 97, 110};
  End = (char *)between_pages(Bytes, 1) + Bytes;
  Sides = (char *)between_pages(Page, 1);
  for (unsigned F = 0; F < sizeof(Forms) / sizeof(*Forms); ++F)
    for (unsigned S = 0; S < sizeof(Sizes) / sizeof(*Sizes); ++S) {
      const int m = Sizes[S];
      for (int Kind = 0; Kind < 3 + m; Kind += Kind < 4 ? 1 : 13) {
        const int n = m + Kind % 3 * 5;
        fill(Kind, n, n + 1);
        test(F, m, n, n + 1, 0);
        fill(Kind, m, m);
        test(F, m, m, m, 0);
        // A table of rows stays one.
        if (m > 40 && Kind < 2 && strcmp(Forms[F].Name, "from_table") != 0) {
          test(F, m, m, m, 1);
          test(F, m, m, m, 2);
          test(F, m, m, m - 9, 0); // Rows overlap.
        }
      }
    }
  return 0;
}
#endif
