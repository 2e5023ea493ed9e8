//===- symmetric.c - Operands of which one triangle is stored -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O3 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 44
// RUN: %clangplugin %{flags} -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -o %t.blocks.o
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -o %t && %t
//
// Sums that are used for more than to be stored, or two of one element. Beside the diagonal of A are inaccessible pages. B and C also overlap, or are
// one, or have rows that overlap.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stddef.h>

#define LOWER(F)                                                               \
  F(polybench) F(rows_lower) F(left_lower) F(right_lower) F(with_beta)         \
  F(chosen) F(two_loops) F(two_counters) F(right_asked)                        \
  F(both_lower) F(both_upper) F(both_down) F(both_above) F(both_asked)         \
  F(quotient) F(three) F(short_columns) F(dependent) F(used_twice)
#define UPPER(F) F(rows_upper) F(left_upper) F(right_upper) F(chosen_upper)   \
  F(right_asked_upper)
#define ARGS                                                                   \
  (int m, int n, const double *A, const double *B, long ldb, double *C,        \
   long ldc, double alpha, double beta)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
enum { Page = 4096, LDA = 2 * Page / sizeof(double) - 1 };
#define A_(I, J) A[(I) * LDA + (J)]
#define B_(I, J) B[(I) * ldb + (J)]
#define C_(I, J) C[(I) * ldc + (J)]
#define FOR(V, LO, HI) for (int V = (LO); V < (HI); V++)
#define DOWN(V, HI, LO) for (int V = (HI)-1; V >= (LO); V--)

#ifdef V
#define F(NAME) void CAT(NAME, V) ARGS

F(polybench) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double temp2 = 0;
    FOR(k, 0, i) {
      C_(k, j) += alpha * B_(i, j) * A_(i, k);
      temp2 += B_(k, j) * A_(i, k);
    }
    C_(i, j) = beta * C_(i, j) + alpha * B_(i, j) * A_(i, i) + alpha * temp2;
  }
}
// Sums are numbered by one counter, and rows of C by the other.
F(two_counters) {
  long i = 2;
  for (long r = 0; i < m; i++, r++) FOR(j, 0, n) {
    double sum = 0;
    FOR(k, 0, i) {
      C_(k, j) += alpha * B_(i, j) * A_(i, k);
      sum += B_(k, j) * A_(i, k);
    }
    C_(r, j) = beta * C_(r, j) + alpha * sum;
  }
}
F(rows_lower) {
  DOWN(i, m, 0) FOR(j, 0, n) {
    double sum = 0;
    FOR(k, i + 1, m) {
      C_(k, j) += alpha * B_(i, j) * A_(k, i);
      sum += B_(k, j) * A_(k, i);
    }
    C_(i, j) = beta * C_(i, j) + (alpha * B_(i, j) * A_(i, i) + alpha * sum);
  }
}
F(rows_upper) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double sum = 0;
    FOR(k, 0, i) {
      C_(k, j) += alpha * B_(i, j) * A_(k, i);
      sum += B_(k, j) * A_(k, i);
    }
    C_(i, j) = beta * C_(i, j) + (alpha * B_(i, j) * A_(i, i) + alpha * sum);
  }
}
// Columns as the reference BLAS has them.
#define AT(X, I, J) X##_(J, I)
F(left_upper) {
  FOR(j, 0, n) FOR(i, 0, m) {
    double temp1 = alpha * AT(B, i, j), temp2 = 0;
    FOR(k, 0, i) {
      AT(C, k, j) += temp1 * A_(k, i);
      temp2 += AT(B, k, j) * A_(k, i);
    }
    if (beta == 0)
      AT(C, i, j) = temp1 * A_(i, i) + alpha * temp2;
    else
      AT(C, i, j) = beta * AT(C, i, j) + temp1 * A_(i, i) + alpha * temp2;
  }
}
F(left_lower) {
  FOR(j, 0, n) DOWN(i, m, 0) {
    double temp1 = alpha * AT(B, i, j), temp2 = 0;
    FOR(k, i + 1, m) {
      AT(C, k, j) += temp1 * A_(k, i);
      temp2 += AT(B, k, j) * A_(k, i);
    }
    if (beta == 0)
      AT(C, i, j) = temp1 * A_(i, i) + alpha * temp2;
    else
      AT(C, i, j) = beta * AT(C, i, j) + temp1 * A_(i, i) + alpha * temp2;
  }
}
F(right_upper) {
  FOR(j, 0, m) {
    double temp = alpha * A_(j, j);
    FOR(i, 0, n) AT(C, i, j) = beta * AT(C, i, j) + temp * AT(B, i, j);
    FOR(k, 0, j) {
      temp = alpha * A_(k, j);
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
    FOR(k, j + 1, m) {
      temp = alpha * A_(j, k);
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
  }
}
F(right_lower) {
  FOR(j, 0, m) {
    double temp = alpha * A_(j, j);
    FOR(i, 0, n) AT(C, i, j) = beta * AT(C, i, j) + temp * AT(B, i, j);
    FOR(k, 0, j) {
      temp = alpha * A_(j, k);
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
    FOR(k, j + 1, m) {
      temp = alpha * A_(k, j);
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
  }
}
// Which triangle is stored is asked in the loops.
static inline void asked(_Bool upper, int m, int n, const double *A,
                         const double *B, long ldb, double *C, long ldc,
                         double alpha, double beta) {
  FOR(j, 0, m) {
    double temp = alpha * A_(j, j);
    FOR(i, 0, n) AT(C, i, j) = beta * AT(C, i, j) + temp * AT(B, i, j);
    FOR(k, 0, j) {
      temp = alpha * (upper ? A_(k, j) : A_(j, k));
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
    FOR(k, j + 1, m) {
      temp = alpha * (upper ? A_(j, k) : A_(k, j));
      FOR(i, 0, n) AT(C, i, j) += temp * AT(B, i, k);
    }
  }
}
F(right_asked) { asked(ldb < 0, m, n, A, B, ldb, C, ldc, alpha, beta); }
F(right_asked_upper) { asked(ldb > 0, m, n, A, B, ldb, C, ldc, alpha, beta); }
F(with_beta) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double sum = -0.0;
    FOR(k, 0, i + 1) sum += A_(i, k) * B_(k, j);
    C_(i, j) = alpha * sum + beta * C_(i, j);
  }
}
F(chosen) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double sum = 0;
    FOR(k, 0, m) sum += (k <= i ? A_(i, k) : A_(k, i)) * B_(k, j);
    C_(i, j) = sum;
  }
}
F(chosen_upper) {
  FOR(i, 0, m) FOR(j, 0, n) FOR(k, 0, m) {
    double a;
    if (k < i)
      a = A_(k, i);
    else
      a = A_(i, k);
    C_(i, j) += alpha * a * B_(k, j);
  }
}
F(two_loops) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double sum = -0.0;
    FOR(k, 0, i) sum += A_(i, k) * B_(k, j);
    FOR(k, i, m) sum += A_(k, i) * B_(k, j);
    C_(i, j) = sum;
  }
}
// Two sums in one loop make one element.
F(both_lower) {
  FOR(i, 0, m) FOR(j, 0, i + 1) {
    double s = 0, t = 0;
    FOR(k, 0, n) {
      s += B_(i, k) * B_(j, k);
      t += B_(k, i) * B_(k, j);
    }
    C_(i, j) = beta * C_(i, j) + alpha * s + alpha * t;
  }
}
F(both_upper) {
  FOR(i, 0, m) FOR(j, i, m) {
    double s = 0, t = -0.0;
    FOR(k, 0, n) {
      s += B_(i, k) * B_(j, k);
      t += B_(k, i) * B_(k, j);
    }
    C_(i, j) = alpha * s - beta * t;
  }
}
F(both_down) {
  DOWN(i, m, 0) DOWN(j, i, 0) {
    double s = 0, t = 1;
    DOWN(k, n, 0) {
      t -= B_(k, i) * B_(k, j);
      s += B_(i, k) * B_(j, k);
    }
    C_(i, j) = t * C_(i, j) + s;
  }
}
F(both_above) {
  FOR(i, 0, m) DOWN(j, m, i) {
    double s = 0, t = C_(i, j);
    FOR(k, 0, n) {
      s += B_(i, k) * B_(j, k);
      t += B_(k, i) * B_(k, j);
    }
    C_(i, j) = s * beta + t;
  }
}
F(both_asked) {
  FOR(j, 0, m) FOR(i, 0, j + 1) {
    double s = 0, t = 0;
    FOR(k, 0, n) {
      s += AT(B, k, i) * AT(B, k, j);
      t += AT(B, i, k) * AT(B, j, k);
    }
    if (beta == 0)
      AT(C, i, j) = alpha * s + alpha * t;
    else
      AT(C, i, j) = beta * AT(C, i, j) + alpha * s + alpha * t;
  }
}
F(quotient) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0, t = 1;
    FOR(k, 0, m) {
      s += B_(i, k) * B_(k, j);
      t += B_(i, k) * B_(i, k);
    }
    C_(i, j) = s / t;
  }
}
F(three) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0, t = 1, u = beta;
    FOR(k, 0, m) {
      s += B_(i, k) * B_(k, j);
      t += B_(k, i) * B_(k, j);
      u += B_(i, k) * B_(j, k);
    }
    C_(i, j) += s * t - u;
  }
}
// Some rows have no column, and their sums no step.
F(short_columns) {
  FOR(i, 0, m) FOR(j, 0, i - 9) {
    double s = 0, t = 1;
    FOR(k, 0, n - 31) {
      s += B_(i, k) * B_(j, k);
      t += B_(k, i) * B_(k, j);
    }
    C_(i, j) = s * t;
  }
}
F(dependent) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0, t = 1;
    FOR(k, 0, m) {
      s += B_(i, k) * B_(k, j);
      t += B_(i, k) * s;
    }
    C_(i, j) = s - t;
  }
}
F(used_twice) {
  FOR(i, 0, m) FOR(j, 0, n) {
    double s = 0, t = 1;
    FOR(k, 0, m) {
      s += B_(i, k) * B_(k, j);
      t += B_(k, i) * B_(k, j);
    }
    C_(i, j) = s * t;
    C_(j, i) = s / t;
  }
}
#endif

#ifdef MAIN
#define _GNU_SOURCE
#include "harness/doubles.h"
#include "harness/pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE(NAME)                                                          \
  void NAME##_plain ARGS;                                                      \
  void NAME##_gemmify ARGS;                                                    \
  void NAME##_blocks ARGS;
LOWER(DECLARE) UPPER(DECLARE)
typedef void Form ARGS;
static const struct {
  const char *Name;
  int IsUpper;
  Form *Plain, *Others[2];
} Forms[] = {
#define LOW(NAME) {#NAME, 0, NAME##_plain, {NAME##_gemmify, NAME##_blocks}},
#define UP(NAME) {#NAME, 1, NAME##_plain, {NAME##_gemmify, NAME##_blocks}},
    LOWER(LOW) UPPER(UP)};

enum { Bytes = 1 << 18, MostRows = 140, Triangle = 2 * Page * MostRows };

static unsigned Seed = 1;
static double next(void) {
  Seed = Seed * 1103515245 + 12345;
  return (double)(int)(Seed >> 8 & 0xffff) / 65536 - 0.5;
}

/// A triangle: behind its diagonal, or before it, are pages without access.
static const double *triangle(int IsUpper) {
  char *P = between_pages(Triangle + Page, 1);
  for (int I = 0; I < MostRows; ++I)
    for (int J = 0; J < MostRows && (IsUpper ? J < MostRows - I : J <= I); ++J)
      ((double *)(P + Page + I * 2 * Page))[IsUpper ? J : -1 - J] = next();
  for (int I = 0; I < MostRows; ++I)
    if (mprotect(P + I * 2 * Page + (IsUpper ? 0 : Page), Page, PROT_NONE))
      exit(2);
  return (double *)(P + Page) - !IsUpper;
}

static const double *A[2];
static char *EndB, *EndC, Input[2][Bytes], Wanted[2][Bytes];

static void run(unsigned F, int Which, int m, int n, long ldb, long ldc,
                long Shared, double beta) {
  const int Rows = m > n ? m : n;
  long SizeB = Rows > 0 ? (Rows - 1) * ldb + Rows : 0;
  long SizeC = Rows > 0 ? (Rows - 1) * ldc + Rows : 0;
  memcpy(EndB - Bytes, Input[0], Bytes);
  memcpy(EndC - Bytes, Input[1], Bytes);
  const double *B = (double *)(Shared >= 0 ? EndC : EndB) - SizeB;
  if (Shared >= 0)
    B -= Shared;
  (Which < 0 ? Forms[F].Plain : Forms[F].Others[Which])(
      m, n, A[Forms[F].IsUpper], B, ldb, (double *)EndC - SizeC, ldc, 1.25,
      beta);
}

/// Which NaN an operation of two returns is the processor's choice.
static int differ(unsigned Z, const char *End) {
  return any_differs((const double *)(End - Bytes), (const double *)Wanted[Z],
                     Bytes / sizeof(double));
}

static void test(unsigned F, int m, int n, long ldb, long ldc, long Shared,
                 double beta) {
  run(F, -1, m, n, ldb, ldc, Shared, beta);
  memcpy(Wanted[0], EndB - Bytes, Bytes);
  memcpy(Wanted[1], EndC - Bytes, Bytes);
  for (int Which = 0; Which < 2; ++Which) {
    run(F, Which, m, n, ldb, ldc, Shared, beta);
    if (!differ(0, EndB) && !differ(1, EndC))
      continue;
    printf("%s differs: m=%d n=%d ldb=%ld ldc=%ld shared=%ld beta=%g\n",
           Forms[F].Name, m, n, ldb, ldc, Shared, beta);
    exit(1);
  }
}

/// Few elements are special: a NaN spreads.
static void fill(int Special) {
  for (unsigned Z = 0; Z < 2; ++Z)
    for (unsigned I = 0; I < Bytes / sizeof(double); ++I)
      ((double *)Input[Z])[I] = !Special          ? next()
                                : I % 9973 == 999 ? NAN
                                : I % 613 == 7    ? -0.0
                                                  : next();
}

int main(void) {
  static const int Sizes[] = {-3, 0, 1, 2, 31, 33, 63, 64, 65, 96, 97, 130};
  EndB = (char *)between_pages(Bytes, 1) + Bytes;
  EndC = (char *)between_pages(Bytes, 1) + Bytes;
  A[0] = triangle(0);
  A[1] = triangle(1);
  for (unsigned F = 0; F < sizeof(Forms) / sizeof(*Forms); ++F)
    for (unsigned S = 0; S < sizeof(Sizes) / sizeof(*Sizes); ++S) {
      const int m = Sizes[S], n = S % 3 == 1 ? m + 5 : S % 3 == 2 ? m - 7 : m;
      const long ld = (m > n ? m : n) + 1;
      fill(0);
      test(F, m, n, ld, ld + 2, -1, 0.75);
      test(F, m, m, m, m, -1, 0);
      test(F, m, n, ld, ld, 0, 0.75);      // One matrix.
      test(F, m, n, ld, ld, 40, 0.75);     // Overlap.
      test(F, m, n, ld, ld, 3 * ld, 0.75); // By whole rows.
      if (m > 20)
        test(F, m, m, m, m - 9, -1, 0.75); // Rows overlap.
      fill(1);
      test(F, m, n, ld, ld + 2, -1, 0.75);
    }
  return 0;
}
#endif
