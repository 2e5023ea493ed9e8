//===- complex-staircases.c - Triangles of complex elements ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -w %s -c
// DEFINE: %{order} = -w
// DEFINE: %{first} = 35
// DEFINE: %{second} = 37
// DEFINE: %{compare} = %clang -O2 %{flags} -DV=plain -o %t.plain.o && \
// DEFINE:   %clangplugin -O2 %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2> %t.1 && \
// DEFINE:   %clangplugin -O3 %{flags} -DV=blocks -mllvm -gemmify-strategy=packing \
// DEFINE:     -mllvm -gemmify-mc=16 -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -Rpass=gemmify \
// DEFINE:     -o %t.blocks.o 2> %t.2 && \
// DEFINE:   grep -c 'matrix product rewritten' %t.1 | grep -x %{first} && \
// DEFINE:   grep -c 'matrix product rewritten' %t.2 | grep -x %{second} && \
// DEFINE:   %clang -O1 -DMAIN %{order} %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
// RUN: %{compare}
// REDEFINE: %{flags} = -w -fcx-limited-range %s -c
// REDEFINE: %{first} = 38
// REDEFINE: %{second} = 42
// RUN: %{compare}
//
// In any order, as far as sums go:
// REDEFINE: %{flags} = -w -ffast-math %s -c
// REDEFINE: %{order} = -DANY_ORDER
// REDEFINE: %{first} = 40
// REDEFINE: %{second} = 42
// RUN: %{compare}
//
// Products recover from NaN, as C has it, and do not.
// Both parts of an element are one statement: what is stored to the first is a
// part of what is stored to the second.
//
//===----------------------------------------------------------------------===//

#include <complex.h>
#include <stddef.h>

#undef I

#define EACH(F)                                                                \
  F(trmm_apart) F(trmm_in_place) F(trmm_scalar) F(trmm_last_row)               \
  F(trmm_skips) F(trmm_down) F(decided) F(decided_not) F(trsm) F(trsm_divided) \
  F(trsm_right) F(back) F(lu) F(lu_columns) F(cholesky) F(conjugated)          \
  F(written_out) F(written_in_turn) F(shifted) F(float_elements) F(strict)     \
  F(real_diagonal) F(swapped) F(mixed) F(trmm_rows) F(symm) F(hemm) F(hemm_scaled) \
  F(skips_parts) F(one_part) F(crossed) F(float_factors) F(right)    \
  F(from_one) F(noted) F(own_test) F(hermitian) F(hermitian_skips) F(hermitian_lower) \
  F(hermitian_twice) F(imag_cleared) F(real_cleared) F(cholesky_real) F(loads_one)
#define ARGS                                                                   \
  (int m, int n, const double complex *A, long lda, double complex *X,         \
   long ldx, double alpha)

#include "harness/builds.h"

#define X_(I, J) X[(I) * ldx + (J)]
#define A_(I, J) A[(I) * lda + (J)]
#define FOR(V, LO, HI) for (int V = (LO); V < (HI); V++)
#define DOWN(V, HI, LO) for (int V = (HI)-1; V >= (LO); V--)

#ifdef V
typedef double complex Z;
F(trmm_apart) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = 0;
    FOR(k, 0, i + 1) s += A_(i, k) * A_(k, j);
    X_(i, j) = s;
  }
}
F(trmm_rows) {
  FOR(i, 0, m) FOR(k, 0, i + 1) FOR(j, 0, n) X_(i, j) += A_(i, k) * A_(k, j);
}
F(trmm_in_place) {
  FOR(i, 0, m) FOR(j, 0, n) {
    FOR(k, i + 1, m) X_(i, j) += A_(k, i) * X_(k, j);
    X_(i, j) = alpha * X_(i, j);
  }
}
F(trmm_scalar) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = A_(i, i) * X_(i, j);
    FOR(k, i + 1, m) s += A_(i, k) * X_(k, j);
    X_(i, j) = (alpha + 1i) * s;
  }
}
F(trmm_last_row) {
  DOWN(i, m, 0) FOR(j, 0, n) {
    Z s = A_(i, i) * X_(i, j);
    FOR(k, 0, i) s += A_(i, k) * X_(k, j);
    X_(i, j) = s;
  }
}
F(trmm_skips) {
  FOR(j, 0, n) FOR(k, 0, m) if (X_(j, k) != 0) {
    Z t = (alpha + 2i) * X_(j, k);
    FOR(i, 0, k) X_(j, i) += t * A_(k, i);
    X_(j, k) = t * A_(k, k);
  }
}
F(trmm_down) {
  FOR(j, 0, n) DOWN(k, m, 0) {
    Z t = X_(j, k);
    X_(j, k) = alpha * t;
    FOR(i, k + 1, m) X_(j, i) += t * A_(k, i);
  }
}
static inline __attribute__((always_inline)) void
decide ARGS {
  FOR(j, 0, n) FOR(k, 0, m) if (X_(j, k) != 0) {
    Z t = alpha * X_(j, k);
    FOR(i, 0, k) X_(j, i) += t * A_(k, i);
    if (alpha > 1)
      t *= A_(k, k);
    X_(j, k) = t;
  }
}
F(decided) { decide(m, n, A, lda, X, ldx, alpha); }
F(decided_not) { decide(m, n, A, lda, X, ldx, -alpha); }
F(trsm) {
  FOR(i, 0, m) FOR(j, 0, n) FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
}
F(trsm_divided) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = X_(i, j);
    FOR(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s / A_(i, i);
  }
}
F(trsm_right) {
  FOR(j, 0, n) FOR(i, 0, m) {
    FOR(k, 0, j) X_(i, j) -= X_(i, k) * A_(k, j);
    X_(i, j) *= A_(j, j);
  }
}
F(back) {
  DOWN(i, m, 0) FOR(j, 0, n) {
    Z s = X_(i, j);
    DOWN(k, m, i + 1) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s * A_(i, i);
  }
}
F(lu) {
  FOR(k, 0, m) FOR(i, k + 1, m) {
    X_(i, k) /= X_(k, k);
    FOR(j, k + 1, m) X_(i, j) -= X_(i, k) * X_(k, j);
  }
}
F(lu_columns) {
  FOR(j, 0, m) {
    FOR(k, 0, j) FOR(i, k + 1, m) X_(i, j) -= X_(i, k) * X_(k, j);
    FOR(i, j + 1, m) X_(i, j) = X_(i, j) / X_(j, j);
  }
}
F(cholesky) {
  FOR(i, 0, m) {
    FOR(j, 0, i) {
      FOR(k, 0, j) X_(i, j) -= X_(i, k) * conj(X_(j, k));
      X_(i, j) /= X_(j, j);
    }
    FOR(k, 0, i) X_(i, i) -= X_(i, k) * conj(X_(i, k));
    X_(i, i) = 1 / X_(i, i);
  }
}
F(conjugated) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = X_(i, j);
    FOR(k, 0, i) s -= conj(A_(i, k)) * X_(k, j);
    X_(i, j) = s;
  }
}
// As those write it who have no complex numbers.
F(written_out) {
  const double *B = (const double *)A;
  double *Y = (double *)X;
  FOR(i, 0, m) FOR(j, 0, n) {
    double re = Y[2 * (i * ldx + j)], im = Y[2 * (i * ldx + j) + 1];
    FOR(k, 0, i) {
      double ar = B[2 * (i * lda + k)], ai = B[2 * (i * lda + k) + 1];
      double xr = Y[2 * (k * ldx + j)], xi = Y[2 * (k * ldx + j) + 1];
      re -= ar * xr - ai * xi;
      im -= ar * xi + ai * xr;
    }
    Y[2 * (i * ldx + j)] = alpha * re;
    Y[2 * (i * ldx + j) + 1] = alpha * im;
  }
}
F(written_in_turn) {
  const double *B = (const double *)A;
  double *Y = (double *)X;
  FOR(i, 0, m) FOR(k, 0, i) {
    double ar = B[2 * (i * lda + k)], ai = B[2 * (i * lda + k) + 1];
    FOR(j, 0, n) {
      double xr = Y[2 * (k * ldx + j)], xi = Y[2 * (k * ldx + j) + 1];
      Y[2 * (i * ldx + j)] -= ar * xr - ai * xi;
      Y[2 * (i * ldx + j) + 1] -= ar * xi + ai * xr;
    }
  }
}
// Vectors of neighbors that are no elements, one number further.
F(shifted) {
  double *Y = (double *)X - 1;
  FOR(i, 0, m) FOR(j, 1, n) FOR(k, 0, i) {
    double *C = &Y[2 * (i * ldx + j)], *D = &Y[2 * (k * ldx + j)];
    const double *B = (const double *)&A_(i, k);
    double re = C[0] - (B[0] * D[0] - B[1] * D[1]);
    double im = C[1] - (B[0] * D[1] + B[1] * D[0]);
    C[0] = re;
    C[1] = im;
  }
}
F(float_elements) {
  float complex *Y = (float complex *)X;
  const float complex *B = (const float complex *)A;
  FOR(i, 0, m) FOR(j, 0, n) {
    float complex s = Y[i * ldx + j];
    FOR(k, 0, i) s -= B[i * lda + k] * Y[k * ldx + j];
    Y[i * ldx + j] = s;
  }
}
F(strict) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = 0;
    FOR(k, 0, i) s += A_(i, k) * A_(k, j);
    X_(i, j) = s;
  }
}
// The matrix that is read has a real diagonal.
F(real_diagonal) {
  FOR(j, 0, n) FOR(i, 0, m) {
    Z s = X_(i, j);
    FOR(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = s * creal(A_(i, i));
  }
}
F(swapped) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = __builtin_complex(cimag(X_(i, j)), creal(X_(i, j)));
    FOR(k, 0, i) s -= A_(i, k) * X_(k, j);
    X_(i, j) = __builtin_complex(cimag(s), creal(s));
  }
}
// Both sides of the diagonal, of which A has one.
F(symm) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = 0;
    FOR(k, 0, i) {
      X_(k, j) += A_(i, j) * A_(i, k);
      s += A_(k, j) * A_(i, k);
    }
    X_(i, j) += A_(i, j) * A_(i, i) + s;
  }
}
F(hemm) {
  FOR(j, 0, n) FOR(i, 0, m) {
    Z s = 0;
    FOR(k, 0, i) {
      X_(j, k) += A_(j, i) * A_(i, k);
      s += A_(j, k) * conj(A_(i, k));
    }
    X_(j, i) += s + A_(j, i) * creal(A_(i, i));
  }
}
F(hemm_scaled) {
  const Z beta = alpha - 0.5 + 1i;
  FOR(j, 0, n) DOWN(i, m, 0) {
    Z t = alpha * A_(j, i), s = 0;
    FOR(k, i + 1, m) {
      X_(j, k) += t * A_(i, k);
      s += A_(j, k) * conj(A_(i, k));
    }
    if (beta == 0)
      X_(j, i) = t * creal(A_(i, i)) + beta * s;
    else
      X_(j, i) = beta * X_(j, i) + t * creal(A_(i, i)) + beta * s;
  }
}
// LLVM chooses the address of each part.
F(right) {
  const _Bool upper = lda < ldx;
  FOR(j, 0, m) {
    Z t = alpha * A_(j, j);
    FOR(i, 0, n) X_(j, i) += t * A_(j, i);
    FOR(k, 0, j) {
      if (upper)
        t = alpha * A_(k, j);
      else
        t = alpha * A_(j, k);
      FOR(i, 0, n) X_(j, i) += t * A_(k, i);
    }
    FOR(k, j + 1, m) {
      if (upper)
        t = alpha * A_(j, k);
      else
        t = alpha * A_(k, j);
      FOR(i, 0, n) X_(j, i) += t * A_(k, i);
    }
  }
}
F(from_one) {
  const Z first = m > 0 && n > 0 ? A_(0, 0) : 0;
  FOR(j, 0, n) FOR(i, 0, m) {
    Z s = first;
    FOR(k, 0, i) s += A_(i, k) * X_(k, j);
    X_(i, j) = s;
  }
}
// LLVM makes one branch of this test and of the product's.
F(noted) {
#pragma STDC FP_CONTRACT OFF
  FOR(j, 0, n) FOR(k, 0, m) {
    Z t = X_(k, j);
    FOR(i, k + 1, m) {
      double a = creal(A_(i, k)), b = cimag(A_(i, k)), c = creal(t), d = cimag(t);
      double re = a * c - b * d, im = a * d + b * c, w = creal(X_(i, j));
      double u = cimag(X_(i, j));
      if (re != re && im != im)
        w = 3;
      X_(i, j) = __builtin_complex(w, u) - A_(i, k) * t;
    }
  }
}
// What is given to the function is computed for it alone.
Z __muldc3(double, double, double, double);
F(own_test) {
#pragma STDC FP_CONTRACT OFF
  FOR(j, 0, n) FOR(i, 0, m) {
    Z s = X_(i, j);
    FOR(k, 0, i) s -= A_(i, k) * X_(k, j);
    double c = creal(s), d = cimag(s), re = c * c + d * d, im = c * d - d * c;
    if (__builtin_expect(re != re, 0) && __builtin_expect(im != im, 0)) {
      Z q = __muldc3(c, -d, c, d);
      re = creal(q);
      im = cimag(q);
    }
    X_(i, j) = __builtin_complex(re, im);
  }
}
F(skips_parts) {
  FOR(j, 0, n) FOR(k, 0, m) if (creal(A_(k, j)) != 0 && cimag(A_(k, j)) != 0)
    FOR(i, k + 1, m) X_(j, i) -= A_(k, j) * X_(j, k);
}
// One element is loaded again, part by part, between the stores to it.
F(crossed) {
  const double *B = (const double *)A;
  double *Y = (double *)X;
  for (long j = 0; j < n; j++)
    DOWN(k, m, 0) {
      double *p = Y + (2 * j * ldx + 2 * k), *q = Y + 2 * (j * ldx + k);
      double re = p[0], im = p[1];
      p[0] = alpha * re;
      double y = q[1];
      p[1] = alpha * im;
      double x = q[0];
      for (long i = k + 1; i < m; i++) {
        double ar = B[2 * (k * lda + i)], ai = B[2 * (k * lda + i) + 1];
        double *c = Y + 2 * (j * ldx + i);
        double r = c[0] + (x * ar - y * ai), s = c[1] + (x * ai + y * ar);
        c[0] = r;
        c[1] = s;
      }
    }
}
F(float_factors) {
  const float complex *B = (const float complex *)A;
  FOR(i, 0, m) FOR(j, 0, n) FOR(k, 0, i) X_(i, j) -= B[i * lda + k] * X_(k, j);
}
// Of an element of the diagonal, one part alone is loaded, or stored.
F(hermitian) {
  FOR(i, 0, m) FOR(k, 0, n) {
    const Z t = alpha * conj(A_(i, k));
    FOR(j, 0, i) X_(i, j) += t * A_(j, k);
    X_(i, i) = creal(X_(i, i)) + (creal(t) * creal(A_(i, k)) - cimag(t) * cimag(A_(i, k)));
  }
}
F(hermitian_skips) {
  FOR(i, 0, m) FOR(k, 0, n) if (A_(i, k) != 0) {
    const Z t = alpha * conj(A_(i, k));
    FOR(j, 0, i) X_(i, j) += t * A_(j, k);
    X_(i, i) = creal(X_(i, i)) + (creal(t) * creal(A_(i, k)) - cimag(t) * cimag(A_(i, k)));
  }
}
F(hermitian_lower) {
  FOR(i, 0, m) {
    FOR(j, i + 1, m) X_(i, j) *= alpha;
    X_(i, i) = alpha * creal(X_(i, i));
    FOR(k, 0, n) if (A_(i, k) != 0) {
      const Z t = conj(A_(i, k));
      X_(i, i) = creal(X_(i, i)) + (creal(t) * creal(A_(i, k)) - cimag(t) * cimag(A_(i, k)));
      FOR(j, i + 1, m) X_(i, j) += t * A_(j, k);
    }
  }
}
F(hermitian_twice) {
  FOR(i, 0, m) FOR(k, 0, n) if (A_(i, k) != 0 || A_(k, i) != 0) {
    const Z t = alpha * conj(A_(k, i)), u = conj(alpha * A_(i, k));
    FOR(j, 0, i) X_(i, j) = X_(i, j) + A_(j, k) * t + A_(k, j) * u;
    X_(i, i) = creal(X_(i, i)) + alpha * creal(A_(i, k));
  }
}
F(imag_cleared) {
  FOR(i, 0, m) {
    ((double *)&X_(i, i))[1] = 0;
    FOR(k, 0, n) if (A_(i, k) != 0)
      FOR(j, 0, i) X_(i, j) += A_(i, k) * A_(j, k);
  }
}
F(real_cleared) {
  FOR(i, 0, m) FOR(j, 0, n) {
    FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    ((double *)&X_(i, j))[0] = cimag(A_(i, j));
  }
}
F(cholesky_real) {
  FOR(j, 0, n) {
    FOR(i, j, n) {
      Z s = X_(i, j);
      FOR(k, 0, j) s -= X_(i, k) * conj(X_(j, k));
      X_(i, j) = s;
    }
    const double d = creal(X_(j, j)) * creal(X_(j, j)) + 1;
    X_(j, j) = d;
    FOR(i, j + 1, n) X_(i, j) /= d;
  }
}
F(loads_one) {
  FOR(i, 0, m) FOR(j, 0, n) {
    FOR(k, 0, i) X_(i, j) -= A_(i, k) * X_(k, j);
    X_(i, j) = __builtin_complex(cimag(X_(i, j)), 1.0);
  }
}
// The other part stays.
F(one_part) {
  double *Y = (double *)X;
  FOR(i, 0, m) FOR(j, 0, n) FOR(k, 0, i)
    Y[2 * (i * ldx + j)] -= creal(A_(i, k) * X_(k, j));
}
F(mixed) {
  FOR(i, 0, m) FOR(j, 0, n) {
    Z s = X_(i, j);
    FOR(k, 0, i) s -= creal(A_(i, k)) * X_(k, j);
    X_(i, j) = s * s;
  }
}
#endif

#ifdef MAIN
#define _GNU_SOURCE
#define ELEMENT double complex
#define UNSTABLE "cholesky"
#include "harness/staircases.h"
#endif
