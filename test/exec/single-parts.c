//===- single-parts.c - One part of complex elements is accessed ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w -fcx-limited-range %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 6
// RUN: %clangplugin %{flags} -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -o %t.blocks.o
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -lm -o %t && %t
//
// The imaginary part of the last element is on an inaccessible page, and those
// of the diagonal, or of a row, are not accessed by the source.
//
//===----------------------------------------------------------------------===//

#include <complex.h>
#undef I

#define EACH(F)                                                                \
  F(on_diagonal) F(summed) F(last_row) F(by_part) F(asked) F(asked_outside)    \
  F(asked_replaced) F(asked_columns)
#define ARGS                                                                   \
  (int m, int n, const double complex *A, long lda, double complex *X,         \
   long ldx, double alpha)

#include "harness/builds.h"

#define X_(I, J) X[(I) * ldx + (J)]
#define A_(I, J) A[(I) * lda + (J)]
#define RE(E) ((double *)&(E))[0]
#define FOR(V, LO, HI) for (int V = (LO); V < (HI); V++)
#define DOWN(V, HI, LO) for (int V = (HI)-1; V >= (LO); V--)

#ifdef V
F(on_diagonal) {
  FOR(i, 0, n) FOR(k, 0, m) if (A_(i, k) != 0) {
    FOR(j, 0, i) X_(i, j) += A_(i, k) * A_(j, k);
    RE(X_(i, i)) += creal(A_(i, k));
  }
}
F(summed) {
  FOR(i, 0, n) {
    RE(X_(i, i)) = alpha * RE(X_(i, i));
    FOR(j, 0, i) {
      double complex s = 0;
      FOR(k, 0, m) s += A_(i, k) * A_(j, k);
      X_(i, j) = s;
    }
  }
}
F(last_row) {
  FOR(k, 0, m) {
    FOR(i, 0, k) FOR(j, 0, n) X_(i, j) += A_(k, i) * RE(X_(k, j));
    FOR(j, 0, n) RE(X_(k, j)) *= alpha;
  }
}
F(by_part) {
  FOR(j, 0, n) FOR(k, 0, m) {
    double t = alpha * RE(X_(k, j));
    FOR(i, 0, k) X_(i, j) += t * A_(i, k);
    RE(X_(k, j)) = t;
  }
}
// What is asked about is changed before the product.
F(asked) {
  FOR(j, 0, n) DOWN(k, m, 0) if (RE(X_(k, j)) != 0) {
    RE(X_(k, j)) /= RE(A_(k, k));
    FOR(i, 0, k) X_(i, j) -= RE(X_(k, j)) * A_(i, k);
  }
}
F(asked_outside) {
  DOWN(k, m, 0) FOR(j, 0, n) if (RE(X_(k, j)) != 0) {
    RE(X_(k, j)) *= RE(A_(k, k));
    FOR(i, 0, k) X_(i, j) -= RE(X_(k, j)) * A_(i, k);
  }
}
F(asked_replaced) {
  FOR(j, 0, n) DOWN(k, m, 0) if (RE(X_(k, j)) != 0) {
    RE(X_(k, j)) = RE(A_(k, k));
    FOR(i, 0, k) X_(i, j) += RE(X_(k, j)) * A_(i, k);
  }
}
F(asked_columns) {
  DOWN(j, m, 0) FOR(i, 0, m) if (RE(X_(i, j)) != 0) {
    RE(X_(i, j)) *= alpha;
    FOR(k, 0, j) X_(i, k) -= RE(X_(i, j)) * A_(j, k);
  }
}
#endif

#ifdef MAIN
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGEST = 80, BYTES = 1 << 18 };

int main(void) {
  static double complex A[LARGEST * LARGEST];
  static double First[BYTES / 8], Wanted[BYTES / 8];
  char *Pages = mmap(0, BYTES + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(Pages + BYTES, 4096, PROT_NONE);
  unsigned Seed = 1;
  int Failed = 0;
  for (int I = 0; I < LARGEST * LARGEST; I++)
    A[I] = __builtin_complex((Seed = Seed * 69069 + 1) % 17 * 0.0625, (I % 13 - 6) * 0.125);
  for (int I = 0; I < BYTES / 8; I++)
    First[I] = (Seed = Seed * 69069 + 1) % 29 * 0.03125 + 0.125;
  for (unsigned F = 0; F < sizeof Forms / sizeof *Forms; F++)
    for (int Size = 0; Size <= LARGEST; Size += Size < 3 ? 1 : 11) {
      // The last element that a square has ends behind the first part.
      const long Last = Size ? (long)Size * Size - 1 : 0;
      double complex *X = (double complex *)(Pages + BYTES - 8) - Last;
      for (int Build = 0; Build < 3; Build++) {
        memcpy(Pages, First, BYTES);
        Forms[F].Run[Build](Size, Size, A, LARGEST, X, Size, 0.75);
        if (!Build)
          memcpy(Wanted, Pages, BYTES);
        else if (memcmp(Wanted, Pages, BYTES))
          Failed |= printf("%s differs with %d rows, build %d\n", Forms[F].Name, Size, Build);
      }
    }
  return Failed != 0;
}
#endif
