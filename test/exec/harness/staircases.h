//===- staircases.h - Runs forms of triangular nests ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares two builds of all forms with the plain one. Matrices, of ELEMENT, end
// where an inaccessible page begins; they also overlap, or are one, or have rows
// that overlap. With ANY_ORDER, sums are rounded in other ways, which nothing may
// make large, but in the form UNSTABLE.
//
//===----------------------------------------------------------------------===//

#include "doubles.h"
#include "pages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Bytes = sizeof(ELEMENT) << 15, Page = 4096 };

static unsigned Seed = 1;
static double next(void) {
  Seed = Seed * 1103515245 + 12345;
#ifdef ANY_ORDER
  return ((double)(int)(Seed >> 8 & 0xffff) / 65536 - 0.5) / 256;
#endif
  return (double)(int)(Seed >> 8 & 0xffff) / 65536 - 0.5;
}

static char *EndA, *EndX, Input[2][Bytes], Wanted[2][Bytes];

static void run(unsigned F, int Which, int m, int n, long lda, long ldx,
                long Shared) {
  const int Rows = m > n ? m : n;
  long SizeA = Rows > 0 ? (Rows - 1) * lda + Rows : 0;
  long SizeX = Rows > 0 ? (Rows - 1) * ldx + Rows : 0;
  memcpy(EndA - Bytes, Input[0], Bytes);
  memcpy(EndX - Bytes, Input[1], Bytes);
  ELEMENT *X = (ELEMENT *)EndX - SizeX;
  // No factor is large.
  for (int I = 0; I < Rows; ++I)
    X[I * ldx + I] += Rows;
  const ELEMENT *A = (ELEMENT *)EndA - SizeA;
#ifdef ANY_ORDER
  for (int I = 0; I < Rows; ++I)
    ((ELEMENT *)A)[I * lda + I] += 1;
#endif
  if (Shared >= 0)
    A = (ELEMENT *)EndX - SizeA - Shared;
  Forms[F].Run[1 + Which](m, n, A, lda, X, ldx, 1.25);
}

/// Which NaN an operation of two returns is the processor's choice: of floats
/// in one form, of doubles in all others.
static int differ(unsigned F, unsigned Z, const char *End) {
  const char *Found = End - Bytes;
#ifdef ANY_ORDER
  const double Near = strstr(Forms[F].Name, "float") ? 1e-4 : 1e-9;
  if (strcmp(Forms[F].Name, "float_elements") == 0 ||
      strcmp(Forms[F].Name, UNSTABLE) == 0)
    return 0;
  for (unsigned I = 0; I < Bytes / sizeof(double); ++I) {
    const double X = ((const double *)Found)[I], Y = ((const double *)Wanted[Z])[I];
    if (!(fabs(X - Y) <= Near * (1 + fabs(Y))))
      return 1;
  }
  return 0;
#endif
  if (strcmp(Forms[F].Name, "float_elements") != 0)
    return any_differs((const double *)Found, (const double *)Wanted[Z],
                       Bytes / sizeof(double));
  for (unsigned I = 0; I < Bytes / sizeof(float); ++I) {
    const float *X = (const float *)Found + I;
    const float *Y = (const float *)Wanted[Z] + I;
    if (memcmp(X, Y, sizeof *X) && !(isnan(*X) && isnan(*Y)))
      return 1;
  }
  return 0;
}

static void test(unsigned F, int m, int n, long lda, long ldx, long Shared) {
  run(F, -1, m, n, lda, ldx, Shared);
  memcpy(Wanted[0], EndA - Bytes, Bytes);
  memcpy(Wanted[1], EndX - Bytes, Bytes);
  for (int Which = 0; Which < 2; ++Which) {
    run(F, Which, m, n, lda, ldx, Shared);
    if (!differ(F, 0, EndA) && !differ(F, 1, EndX))
      continue;
    printf("%s differs: m=%d n=%d lda=%ld ldx=%ld shared=%ld\n", Forms[F].Name,
           m, n, lda, ldx, Shared);
    exit(1);
  }
}

/// Few elements are special: a NaN spreads.
static void fill(int Special) {
  for (unsigned Z = 0; Z < 2; ++Z)
    for (unsigned I = 0; I < Bytes / sizeof(double); ++I)
      ((double *)Input[Z])[I] = !Special          ? next()
                                : I % 9973 == 999 ? NAN
                                : I % 9967 == 500 ? INFINITY
                                : I % 613 == 7    ? -0.0
                                                  : next();
}

int main(void) {
  static const int Sizes[] = {-3, 0, 1, 2, 31, 33, 63, 64, 65, 96, 97, 130};
  EndA = (char *)between_pages(Bytes, 1) + Bytes;
  EndX = (char *)between_pages(Bytes, 1) + Bytes;
  for (unsigned F = 0; F < sizeof(Forms) / sizeof(*Forms); ++F)
    for (unsigned S = 0; S < sizeof(Sizes) / sizeof(*Sizes); ++S) {
      const int m = Sizes[S], n = S % 3 == 1 ? m + 5 : S % 3 == 2 ? m - 7 : m;
      const long ld = (m > n ? m : n) + 1;
      fill(0);
      test(F, m, n, ld, ld + 2, -1);
      test(F, m, m, m, m, -1);
#ifdef ANY_ORDER
      continue;
#endif
      test(F, m, n, ld, ld, 0);      // One matrix.
      test(F, m, n, ld, ld, 40);     // Overlap.
      test(F, m, n, ld, ld, 3 * ld); // By whole rows.
      if (m > 20)
        test(F, m, m, m, m - 9, -1); // Rows overlap.
      fill(1);
      test(F, m, n, ld, ld + 2, -1);
    }
  return 0;
}
