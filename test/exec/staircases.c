//===- staircases.c - Triangular sums, solves and factorizations ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 83
// RUN: %clangplugin %{flags} -O3 -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify -o %t.blocks.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 83
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
//
// In any order, as far as sums go:
// RUN: %clang %{flags} -ffast-math -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -ffast-math -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 81
// RUN: %clangplugin %{flags} -ffast-math -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -o %t.blocks.o
// RUN: %clang -O1 -DMAIN -DANY_ORDER %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
//
// Each matrix ends where an inaccessible page begins. Matrices also overlap, or
// are one, or have rows that overlap. At -O3, LLVM takes the last row out of some
// loops, and uses addresses of the loop there.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stddef.h>

#define EACH(F)                                                                \
  F(trmm_in_place) F(trmm_scalar) F(trmm_upper) F(trmm_columns)                \
  F(trmm_reference) F(trsm_left) F(trsm_scalar) F(trsm_right) F(trsm_columns)  \
  F(cholesky) F(cholesky_right) F(lu) F(lu_right) F(lu_columns) F(lu_left)     \
  F(float_sums) F(back_rows) F(back_scalar) F(back_columns)       \
  F(back_right) F(trmm_down) F(first_from_a) F(lu_int) F(cholesky_int)         \
  F(covariance) F(correlation) F(trmm_skips) F(trmm_skips_down)               \
  F(stores_twice) F(stores_twice_seen) F(stores_twice_asked) F(stores_sum_twice) F(starts_twice) \
  F(trsm_skips) F(trsm_scaled_last) F(asks_before) F(asks_twice) F(asks_itself) F(asks_where) F(asks_down) \
  F(last_row) F(last_column) F(last_of_columns) F(last_row_skips) F(last_shifted) \
  F(last_row_float) F(last_row_scales) F(last_row_scaled) F(decided)            \
  F(decided_not) F(either) F(either_not) F(either_down)                        \
  F(either_down_not) F(strict) F(strict_copy) F(strict_upper) F(strict_rows)    \
  F(stored_inside) F(triangle) F(triangle_before) F(register_root) F(register_factor) F(mirrored)    \
  F(mirrored_unsigned) F(mirrored_upper) F(cholesky_steps) F(one_nest)           \
  F(cholesky_scalars) F(first_elsewhere) F(one_nest_branches) F(one_nest_in_place) F(one_nest_upward) F(one_nest_reads) \
  F(crout) F(crout_by_rows) F(doolittle) F(on_diagonal) F(on_diagonal_down) F(on_diagonal_skips) \
  F(on_diagonal_scales) F(diagonal_stored) F(diagonal_first) F(diagonal_summed) F(diagonal_reads) F(asks_either)
#define ARGS                                                                   \
  (int m, int n, const double *A, long lda, double *X, long ldx, double alpha)

#include "harness/builds.h"

#define X_(I, J) X[(I) * ldx + (J)]
#define A_(I, J) A[(I) * lda + (J)]
#define FOR(V, LO, HI) for (int V = (LO); V < (HI); V++)

#ifdef V
F(trmm_in_place) {
  FOR(i, 0, m) FOR(j, 0, n) {
    FOR(k, i + 1, m) X_(i, j) += A_(k, i) * X_(k, j);
    X_(i, j) = alpha * X_(i, j);
  }
}
// At -O3, LLVM clears or copies the row without a step at once.
F(strict) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0;
    FOR(k, 0, i) s += A_(i, k) * A_(k, j);
    X_(i, j) = s;
  }
}
F(strict_copy) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = A_(i, j);
    FOR(k, 0, i) s += A_(i, k) * A_(k, j);
    X_(i, j) = s;
  }
}
F(strict_upper) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = A_(i, j);
    FOR(k, i + 1, m) s += A_(i, k) * A_(k, j);
    X_(i, j) = s;
  }
}
F(strict_rows) {
  FOR(i, 0, m) {
    FOR(j, 0, n) X_(i, j) = 0;
    FOR(k, 0, i) FOR(j, 0, n) X_(i, j) += A_(i, k) * A_(k, j);
  }
}
// Both C and the sum are triangles.
F(triangle) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0;
    FOR(k, i, m) s += A_(k, i) * A_(k, j);
    X_(i, j) = s;
  }
}
F(triangle_before) {
  FOR(i, 0, m) FOR(j, 0, i + 1) FOR(k, 0, i) X_(i, j) += A_(i, k) * A_(j, k);
}
// The diagonal has statements of its own.
F(on_diagonal) {
  FOR(i, 0, m) FOR(k, 0, n) {
    const double t = alpha * A_(i, k);
    FOR(j, 0, i) X_(i, j) += t * A_(j, k);
    X_(i, i) += t * A_(i, k);
  }
}
F(on_diagonal_down) {
  FOR(i, 0, m) for (int k = n - 1; k >= 0; k--) {
    X_(i, i) -= A_(i, k) * A_(i, k);
    FOR(j, i + 1, m) X_(i, j) -= A_(i, k) * A_(j, k);
  }
}
F(on_diagonal_skips) {
  FOR(i, 0, m) FOR(k, 0, n) if (A_(i, k) != 0) {
    const double t = alpha * A_(i, k);
    FOR(j, 0, i) X_(i, j) += t * A_(j, k);
    X_(i, i) += t * A_(i, k);
  }
}
F(on_diagonal_scales) {
  FOR(i, 0, m) {
    FOR(j, 0, i) X_(i, j) *= alpha;
    X_(i, i) = alpha - X_(i, i);
    FOR(k, 0, n) {
      FOR(j, 0, i) X_(i, j) += A_(i, k) * A_(j, k);
      X_(i, i) += A_(i, k) * A_(i, k);
    }
  }
}
F(diagonal_stored) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      double s = 0;
      FOR(k, 0, n) s += A_(i, k) * A_(j, k);
      X_(i, j) = alpha * s;
    }
    X_(i, i) = 1;
  }
}
F(diagonal_first) {
  FOR(i, 0, m) {
    X_(i, i) = alpha;
    FOR(j, i + 1, m) FOR(k, 0, n) X_(i, j) += A_(i, k) * A_(j, k);
  }
}
F(diagonal_summed) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      double s = 0;
      FOR(k, 0, n) s += A_(i, k) * A_(j, k);
      X_(i, j) = s;
    }
    double r = 1;
    FOR(k, 0, n) r += A_(i, k) * A_(i, k);
    X_(i, i) = alpha * r;
  }
}
// What is stored beside the diagonal is read behind it, and before the next row.
F(diagonal_reads) {
  FOR(i, 0, m) {
    FOR(j, 0, i) FOR(k, 0, n) X_(i, j) += A_(i, k) * A_(j, k);
    FOR(j, 0, i) X_(i, i) += X_(i, j) * X_(i, j);
    FOR(j, 0, i) X_(i, j) *= alpha;
  }
}
F(trmm_scalar) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0;
    FOR(k, 0, i + 1) s += A_(i, k) * A_(k, j);
    X_(i, j) = alpha * s;
  }
}
F(trmm_upper) {
  FOR(i, 0, m) FOR(j, 0, n) {
    X_(i, j) = -0.0;
    FOR(k, i, m) X_(i, j) += A_(i, k) * A_(k, j);
  }
}
F(trmm_columns) {
  FOR(j, 0, n) FOR(i, 0, m) {
    double s = 0;
    FOR(k, 0, i) s += A_(k, i) * A_(j, k);
    X_(j, i) = s;
  }
}
F(trmm_reference) {
  FOR(j, 0, n) FOR(k, 0, m) {
    double t = alpha * X_(j, k);
    FOR(i, 0, k) X_(j, i) += t * A_(k, i);
    X_(j, k) = t * A_(k, k);
  }
}
F(trsm_left) {
  FOR(i, 0, m) FOR(j, 0, n) {
    FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) /= A_(i, i);
  }
}
F(trsm_scalar) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = X_(i, j);
    FOR(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s / A_(i, i);
  }
}
F(trsm_right) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = X_(i, j);
    FOR(k, 0, j) s -= X_(i, k) * A_(k, j);
    X_(i, j) = s / A_(j, j);
  }
}
F(trsm_columns) {
  FOR(j, 0, n) FOR(k, 0, m)
    FOR(i, k + 1, m) X_(j, i) -= X_(j, k) * A_(k, i);
}
// Where its last loop does not run, LLVM has another address of the diagonal.
F(cholesky_scalars) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      double s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * X_(j, k);
      X_(i, j) = s / X_(j, j);
    }
    double s = X_(i, i);
    FOR(k, 0, i) s -= X_(i, k) * X_(i, k);
    X_(i, i) = sqrt(s);
  }
}
// That is another element here, and no model has it.
F(first_elsewhere) {
  FOR(i, 0, m - 1) {
    FOR(j, 0, i) {
      double s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * X_(j, k);
      X_(i, j) = s / X_(j, j);
    }
    double s = X_(i, i), *To = &X_(i, i);
    if (i == 0)
      To = X + 1;
    else
      FOR(k, 0, i) s -= X_(i, k) * X_(i, k);
    *To = sqrt(s);
  }
}
F(cholesky) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      FOR(k, 0, j) X_(i, j) -= X_(i, k) * X_(j, k);
      X_(i, j) /= X_(j, j);
    }
    FOR(k, 0, i) X_(i, i) -= X_(i, k) * X_(i, k);
    X_(i, i) = sqrt(X_(i, i));
  }
}
// The sum, which a register holds, is stored on both sides.
F(mirrored) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0;
    FOR(k, 0, n) s += A_(i, k) * A_(j, k);
    X_(i, j) = s;
    X_(j, i) = s;
  }
}
F(mirrored_unsigned) {
  for (size_t i = 0; i < (size_t)(m > 0 ? m : 0); i++)
    for (size_t j = 0; j <= i; j++) {
      double s = 0;
      for (size_t k = 0; k < (size_t)(n > 0 ? n : 0); k++)
        s += A_(i, k) * A_(j, k);
      X_(i, j) = X_(j, i) = s;
    }
}
F(mirrored_upper) {
  FOR(i, 0, m) FOR(j, i, m) {
    double s = 0;
    FOR(k, 0, n) s += A_(k, i) * A_(k, j);
    s /= alpha;
    X_(i, j) = s;
    X_(j, i) = s;
  }
}
// What is stored in a register, too, is read again.
F(register_root) {
  FOR(j, 0, m) {
    FOR(i, j, m) {
      double s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * X_(j, k);
      X_(i, j) = s;
    }
    double root = sqrt(X_(j, j));
    X_(j, j) = root;
    FOR(i, j + 1, m) X_(i, j) /= root;
  }
}
F(register_factor) {
  FOR(k, 0, m) FOR(i, k + 1, m) {
    double factor = X_(i, k) / X_(k, k);
    X_(i, k) = factor;
    FOR(j, k + 1, m) X_(i, j) -= factor * X_(k, j);
  }
}
// The diagonal and what is below it are two ways of one nest.
F(one_nest) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0;
    FOR(k, 0, j) s += X_(i, k) * X_(j, k);
    X_(i, j) = i == j ? sqrt(A_(i, i) + m - s) : 1 / X_(j, j) * (A_(i, j) - s);
  }
}
F(one_nest_branches) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0;
    FOR(k, 0, j) s += X_(i, k) * X_(j, k);
    if (i == j)
      X_(i, i) = sqrt(A_(i, i) + m - s);
    else
      X_(i, j) = (A_(i, j) - s) / X_(j, j);
  }
}
F(one_nest_in_place) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = X_(i, j);
    FOR(k, 0, j) s -= X_(i, k) * X_(j, k);
    X_(i, j) = i != j ? s / X_(j, j) : sqrt(s);
  }
}
F(one_nest_upward) {
  FOR(i, 0, m) FOR(j, i, m) {
    double s = X_(i, j);
    FOR(k, 0, i) s -= X_(i, k) * X_(j, k);
    if (i == j)
      X_(i, i) = sqrt(s);
    else
      X_(j, i) = s / X_(i, i);
  }
}
// A way reads the element as it was, which the sum is not to replace.
F(one_nest_reads) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0;
    FOR(k, 0, j) s += X_(i, k) * X_(j, k);
    X_(i, j) = i == j ? sqrt(X_(i, i) * X_(i, i) + s) : (X_(i, j) + s) / X_(j, j);
  }
}
// In the first column, LLVM has an offset of zero.
F(cholesky_steps) {
  FOR(j, 0, m) {
    FOR(k, 0, j) FOR(i, j, m) X_(j, i) -= X_(k, i) * X_(k, j);
    X_(j, j) = sqrt(X_(j, j));
    FOR(i, j + 1, m) X_(j, i) /= X_(j, j);
  }
}
F(cholesky_right) {
  FOR(k, 0, m) {
    X_(k, k) = sqrt(X_(k, k));
    FOR(i, k + 1, m) X_(i, k) /= X_(k, k);
    FOR(i, k + 1, m) FOR(j, k + 1, i + 1) X_(i, j) -= X_(i, k) * X_(j, k);
  }
}
F(lu) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      FOR(k, 0, j) X_(i, j) -= X_(i, k) * X_(k, j);
      X_(i, j) /= X_(j, j);
    }
    FOR(j, i, m) FOR(k, 0, i) X_(i, j) -= X_(i, k) * X_(k, j);
  }
}
F(lu_right) {
  FOR(k, 0, m) {
    FOR(i, k + 1, m) X_(i, k) /= X_(k, k);
    FOR(i, k + 1, m) FOR(j, k + 1, m) X_(i, j) -= X_(i, k) * X_(k, j);
  }
}
F(lu_columns) {
  FOR(k, 0, m) {
    FOR(i, k + 1, m) X_(k, i) /= X_(k, k);
    FOR(j, k + 1, m) FOR(i, k + 1, m) X_(j, i) -= X_(k, i) * X_(j, k);
  }
}
F(lu_left) {
  FOR(j, 0, m) {
    FOR(k, 0, j) FOR(i, k + 1, m) X_(i, j) -= X_(i, k) * X_(k, j);
    FOR(i, j + 1, m) X_(i, j) /= X_(j, j);
  }
}
// Both triangles in turn, with sums in registers.
F(crout) {
  FOR(j, 0, m) {
    FOR(i, 0, j + 1) {
      double s = X_(i, j);
      FOR(k, 0, i) s -= X_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
    FOR(i, j + 1, m) {
      double s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * X_(k, j);
      X_(i, j) = s / X_(j, j);
    }
  }
}
F(crout_by_rows) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      double s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * X_(k, j);
      X_(i, j) = s / X_(j, j);
    }
    FOR(j, i, m) {
      double s = X_(i, j);
      FOR(k, 0, i) s -= X_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
  }
}
F(doolittle) {
  FOR(i, 0, m) {
    FOR(k, i, m) {
      double s = X_(i, k);
      FOR(j, 0, i) s -= X_(i, j) * X_(j, k);
      X_(i, k) = s;
    }
    FOR(k, i + 1, m) {
      double s = X_(k, i);
      FOR(j, 0, i) s -= X_(k, j) * X_(j, i);
      X_(k, i) = s / X_(i, i);
    }
  }
}
F(float_sums) {
  float *Y = (float *)X;
  const float *B = (const float *)A;
  FOR(i, 0, m) FOR(j, 0, n) {
    float s = Y[i * ldx + j];
    FOR(k, 0, i) s -= B[i * lda + k] * Y[k * ldx + j];
    Y[i * ldx + j] = s;
  }
}
// From the last row up: where no step is left, the loop is over.
F(back_rows) {
  for (int i = m - 1; i >= 0; i--)
    FOR(j, 0, n) {
      for (int k = m - 1; k > i; k--)
        X_(i, j) -= A_(i, k) * X_(k, j);
      X_(i, j) /= A_(i, i);
    }
}
F(back_scalar) {
  for (long i = m - 1; i >= 0; i--)
    FOR(j, 0, n) {
      double s = X_(i, j);
      for (long k = m - 1; k >= i + 1; k--)
        s -= A_(i, k) * X_(k, j);
      X_(i, j) = s / A_(i, i);
    }
}
F(back_columns) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--) {
      X_(j, k) /= A_(k, k);
      FOR(i, 0, k) X_(j, i) -= X_(j, k) * A_(k, i);
    }
}
F(back_right) {
  FOR(i, 0, m)
    for (int j = n - 1; j >= 0; j--) {
      double s = X_(i, j);
      for (int k = n - 1; k > j; k--)
        s -= X_(i, k) * A_(k, j);
      X_(i, j) = s / A_(j, j);
    }
}
F(trmm_down) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--) {
      double t = alpha * X_(j, k);
      X_(j, k) = t * A_(k, k);
      FOR(i, k + 1, m) X_(j, i) += t * A_(k, i);
    }
}
F(first_from_a) {
  FOR(i, 0, m) FOR(j, 0, n) {
    X_(i, j) = A_(j, i);
    FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) = X_(i, j) / A_(i, i);
  }
}
F(lu_int) {
  const int ld = ldx;
  FOR(k, 0, m) FOR(i, k + 1, m) {
    X[i * ld + k] /= X[k * ld + k];
    FOR(j, k + 1, m) X[i * ld + j] -= X[i * ld + k] * X[k * ld + j];
  }
}
F(cholesky_int) {
  const int ld = ldx;
  FOR(k, 0, m) {
    X[k * ld + k] = sqrt(X[k * ld + k]);
    FOR(i, k + 1, m) X[i * ld + k] /= X[k * ld + k];
    FOR(j, k + 1, m) FOR(i, j, m) X[i * ld + j] -= X[i * ld + k] * X[j * ld + k];
  }
}
F(covariance) {
  FOR(i, 0, m) FOR(j, i, m) {
    X_(i, j) = 0;
    FOR(k, 0, n) X_(i, j) += A_(k, i) * A_(k, j);
    X_(i, j) /= alpha - 1;
    X_(j, i) = X_(i, j);
  }
}
F(correlation) {
  FOR(i, 0, m - 1) {
    X_(i, i) = 1;
    FOR(j, i + 1, m) {
      X_(i, j) = 0;
      FOR(k, 0, n) X_(i, j) += A_(k, i) * A_(k, j);
      X_(j, i) = X_(i, j);
    }
  }
}
// Steps are skipped where an element is zero, as the reference BLAS has it.
F(trmm_skips) {
  FOR(j, 0, n) FOR(k, 0, m) if (X_(j, k) != 0) {
    const double t = alpha * X_(j, k);
    FOR(i, 0, k) X_(j, i) += t * A_(k, i);
    X_(j, k) = t * A_(k, k);
  }
}
F(trmm_skips_down) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--)
      if (X_(j, k) != 0) {
        const double t = alpha * X_(j, k);
        X_(j, k) = t * A_(k, k);
        FOR(i, k + 1, m) X_(j, i) += t * A_(k, i);
      }
}
F(stores_twice) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--)
      if (X_(j, k) != 0) {
        const double t = alpha * X_(j, k);
        X_(j, k) = t;
        if (n & 1)
          X_(j, k) *= A_(k, k);
        FOR(i, k + 1, m) X_(j, i) += t * A_(k, i);
      }
}
// The first store is used before the second one.
F(stores_twice_seen) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--) {
      X_(j, k) *= alpha;
      FOR(i, k + 1, m) X_(j, i) += X_(j, k) * A_(k, i);
      if (n & 1)
        X_(j, k) = A_(k, k);
    }
}
// And where it is the element of another row.
F(stores_twice_asked) {
  FOR(j, 0, n)
    for (int k = m - 1; k >= 0; k--) {
      const double t = alpha * X_(j, k);
      X_(j, k) = t;
      if (n & 1)
        X_(j, k) = t * X_(m - 1, k);
      FOR(i, k + 1, m) X_(j, i) += t * A_(k, i);
    }
}
// A sum in a register begins with the first store, and is in the second one.
F(stores_sum_twice) {
  FOR(i, 0, m) FOR(j, 0, n) {
    X_(i, j) *= alpha;
    FOR(k, i + 1, m) X_(i, j) += A_(i, k) * X_(k, j);
    if (n & 1)
      X_(i, j) *= A_(i, i);
  }
}
F(starts_twice) {
  FOR(i, 0, m) FOR(j, 0, n) {
    X_(i, j) = A_(i, j);
    FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    if (n > 20)
      X_(i, j) /= A_(i, i);
  }
}
F(trsm_skips) {
  FOR(j, 0, m) {
    if (n & 1) FOR(i, 0, n) X_(j, i) *= alpha;
    FOR(k, 0, j) if (A_(j, k) != 0) FOR(i, 0, n)
      X_(j, i) -= A_(j, k) * X_(k, i);
    if (n & 2) FOR(i, 0, n) X_(j, i) /= A_(j, j);
  }
}
F(trsm_scaled_last) {
  for (int k = m - 1; k >= 0; k--) {
    FOR(i, 0, n) X_(k, i) /= A_(k, k);
    FOR(j, 0, k) if (A_(k, j) != 0) FOR(i, 0, n)
      X_(j, i) -= A_(k, j) * X_(k, i);
    FOR(i, 0, n) X_(k, i) *= alpha;
  }
}
// What is asked about is gone when the product of a block runs.
F(asks_before) {
  FOR(j, 0, n) FOR(k, 0, m) if (X_(j, k) != 0) {
    X_(j, k) /= A_(k, k);
    FOR(i, k + 1, m) X_(j, i) -= X_(j, k) * A_(k, i);
  }
}
F(asks_where) {
  FOR(j, 0, n) {
    if (m & 1) FOR(i, 0, m) X_(j, i) *= alpha;
    FOR(k, 0, m) if (X_(j, k) != 0) {
      if (n & 1) X_(j, k) /= A_(k, k);
      FOR(i, k + 1, m) X_(j, i) -= X_(j, k) * A_(k, i);
    }
  }
}
// The last row has no others to change: the loop ends with that answer.
F(asks_down) {
  FOR(j, 0, n) for (int k = m - 1; k >= 0; k--) if (X_(j, k) != 0) {
    X_(j, k) /= A_(k, k);
    FOR(i, 0, k) X_(j, i) -= X_(j, k) * A_(k, i);
  }
}
// What the nest does not change decides about a factor, or which loops run.
#define DECIDED(IF)                                                            \
  FOR(k, 0, m) {                                                               \
    FOR(j, 0, k) FOR(i, 0, n) X_(j, i) += A_(j, k) * X_(k, i);                 \
    double t = alpha;                                                          \
    if (IF) t *= A_(k, k);                                                     \
    if (t != 1) FOR(i, 0, n) X_(k, i) *= t;                                    \
  }
F(decided) { DECIDED(lda > 2) }
F(decided_not) { DECIDED(lda < -2) }
#define EITHER(IF)                                                             \
  FOR(j, 0, n) {                                                               \
    if (IF)                                                                    \
      FOR(i, 0, m) {                                                           \
        double s = X_(j, i) * A_(i, i);                                        \
        FOR(k, i + 1, m) s += A_(i, k) * X_(j, k);                             \
        X_(j, i) = alpha * s;                                                  \
      }                                                                        \
    else                                                                       \
      FOR(i, 0, m) {                                                           \
        double s = X_(j, i);                                                   \
        FOR(k, i + 1, m) s += A_(i, k) * X_(j, k);                             \
        X_(j, i) = alpha * s;                                                  \
      }                                                                        \
  }
F(either) { EITHER(lda != ldx) }
F(either_not) { EITHER(lda == ldx) }
// Rows are kept, where the loop that reads them runs at all.
#define EITHER_DOWN(IF)                                                        \
  FOR(j, 0, n) {                                                               \
    if (IF)                                                                    \
      for (long i = m - 1; i >= 0; i--) {                                      \
        double s = X_(j, i);                                                   \
        for (long k = 0; k < i; k++) s += A_(i, k) * X_(j, k);                 \
        X_(j, i) = alpha * s;                                                  \
      }                                                                        \
    else if (lda < 0)                                                          \
      X_(j, 0) = 0;                                                            \
  }
F(either_down) { EITHER_DOWN(lda <= ldx) }
F(either_down_not) { EITHER_DOWN(lda > ldx + 1000) }
// The second element is looked at where the first one passes.
// What is asked about is what the product adds to.
F(asks_itself) {
  FOR(k, 0, m) FOR(i, k + 1, m) FOR(j, 0, n)
    if (X_(i, j) < 1) X_(i, j) += A_(i, k) * X_(k, j);
}
F(asks_twice) {
  FOR(j, 0, n) FOR(k, 0, m) if (X_(j, k) != 0) if (A_(k, k) != 0) {
    FOR(i, 0, k) X_(j, i) += X_(j, k) * A_(k, i);
    X_(j, k) *= A_(k, k);
  }
}
// What is asked selects what does not.
F(asks_either) {
  FOR(j, 0, m) {
    FOR(i, 0, j + 1) X_(i, j) *= alpha;
    FOR(k, 0, n) if (A_(k, j) != 0 || A_(j, k) != 0) {
      const double t = alpha * A_(k, j);
      FOR(i, 0, j + 1) X_(i, j) += A_(k, i) * t;
    }
    X_(j, j) += alpha;
  }
}
// Rows that a sum overwrites before all sums have read them.
F(last_row) {
  for (int i = m - 1; i >= 0; i--)
    FOR(j, 0, n) {
      double s = X_(i, j) * A_(i, i);
      FOR(k, 0, i) s += A_(i, k) * X_(k, j);
      X_(i, j) = s;
    }
}
F(last_column) {
  FOR(i, 0, m)
    for (int j = n - 1; j >= 0; j--) {
      double s = X_(i, j) * A_(j, j);
      FOR(k, 0, j) s += X_(i, k) * A_(k, j);
      X_(i, j) = s;
    }
}
F(last_of_columns) {
  FOR(j, 0, n)
    for (long i = m - 1; i >= 0; i--) {
      double s = X_(j, i);
      for (long k = 0; k < i; k++) s += A_(i, k) * X_(j, k);
      X_(j, i) = alpha * s;
    }
}
// Where the loop does not run, the element is what it was.
F(stored_inside) {
  FOR(j, 0, n) FOR(i, 0, m) {
    double t = A_(j, i) * alpha;
    FOR(k, 0, i) {
      X_(j, k) += t * A_(i, k);
      X_(j, i) = t;
    }
    X_(j, i) = t * A_(i, i);
  }
}
F(last_row_skips) {
  for (int j = m - 1; j >= 0; j--) {
    const double d = alpha * A_(j, j);
    FOR(i, 0, n) X_(j, i) = d * X_(j, i);
    FOR(k, 0, j) if (A_(j, k) != 0) FOR(i, 0, n)
      X_(j, i) += alpha * A_(j, k) * X_(k, i);
  }
}
// The columns that are read are not those that are stored to.
F(last_shifted) {
  for (int i = m - 1; i >= 0; i--)
    FOR(j, 0, n - 2) {
      double s = X_(i, j);
      FOR(k, 0, i) s += A_(i, k) * X_(k, j + 2);
      X_(i, j) = s;
    }
}
// The next row is changed after all have read it, or before.
F(last_row_scales) {
  for (int i = m - 1; i > 0; i--)
    FOR(j, 0, n) {
      FOR(k, 0, i) X_(i, j) += A_(i, k) * X_(k, j);
      X_(i - 1, j) *= alpha;
    }
}
F(last_row_scaled) {
  for (int i = m - 1; i > 1; i--)
    FOR(j, 0, n) {
      FOR(k, 0, i) X_(i, j) += A_(i, k) * X_(k, j);
      X_(i - 2, j) *= alpha;
    }
}
F(last_row_float) {
  float *Y = (float *)X;
  const float *B = (const float *)A;
  for (int i = m - 1; i > 0; i--)
    FOR(j, 0, n) FOR(k, 0, i) Y[i * ldx + j] += B[i * lda + k] * Y[k * ldx + j];
}
#endif

#ifdef MAIN
#define _GNU_SOURCE
#define ELEMENT double
#define UNSTABLE "float_sums"
#include "harness/staircases.h"
#endif
