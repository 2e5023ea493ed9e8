//===- triangle-pages.c - Nothing beside a triangle is touched ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -O2 -w %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -mllvm -gemmify-strategy=packing -Rpass=gemmify \
// RUN:   -o %t.gemmify.o 2>&1 | grep -c 'matrix product rewritten' | grep -x 8
// RUN: %clangplugin %{flags} -DV=blocks -mllvm -gemmify-strategy=packing -mllvm -gemmify-mc=16 \
// RUN:   -mllvm -gemmify-nc=12 -mllvm -gemmify-kc=8 -o %t.blocks.o
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.gemmify.o %t.blocks.o -o %t && %t
//
// Each row of C has pages of its own. It ends, or begins, where an inaccessible
// page begins, or ends. Rows of A and B that no element needs are inaccessible,
// too, and so is what lies behind the others.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

#define EACH(F) F(lower) F(below) F(upper) F(above) F(offset) F(started) F(summed)
#define ARGS                                                                   \
  (long n, long o, long K, const double *restrict A, long lda,                 \
   const double *restrict B, long ldb, double *restrict C, long ldc)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define ROWS for (long i = 0; i < n; i++)
#define SUM                                                                    \
  for (long k = 0; k < K; k++)                                                 \
    C[i * ldc + j] += A[i * lda + k] * B[j * ldb + k];

struct matrix {
  double *data;
  long ld;
};
#define DESCRIBED                                                              \
  (long n, long o, long K, const struct matrix *a, double *restrict C)

#ifdef V
/// Nothing is known of \p a where no row has an element.
void CAT(V, described) DESCRIBED {
  ROWS for (long j = 0; j < i + o; j++) for (long k = 0; k < K; k++)
    C[i * n + j] += a->data[i * a->ld + k] * a->data[j * a->ld + k];
}
void CAT(V, lower) ARGS { ROWS for (long j = 0; j <= i; j++) SUM }
void CAT(V, below) ARGS { ROWS for (long j = 0; j < i; j++) SUM }
void CAT(V, upper) ARGS { ROWS for (long j = i; j < n; j++) SUM }
void CAT(V, above) ARGS { ROWS for (long j = i + 1; j < n; j++) SUM }
void CAT(V, offset) ARGS { ROWS for (long j = 0; j < i + o; j++) SUM }
void CAT(V, started) ARGS {
  ROWS for (long j = 0; j < i; j++) {
    double s = 0.5 * C[i * ldc + j];
    for (long k = 0; k < K; k++)
      s += A[i * lda + k] * B[j * ldb + k];
    C[i * ldc + j] = s > 0 ? s : C[i * ldc + j];
  }
}
void CAT(V, summed) ARGS {
  ROWS for (long k = 0; k < K; k++) for (long j = i + 1; j < n; j++)
    C[i * ldc + j] += A[i * lda + k] * B[j * ldb + k];
}
#endif

#ifdef MAIN
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { Page = 4096, Most = 80, Wide = Page / sizeof(double) };

#define DECLARE(NAME)                                                          \
  void plain_##NAME ARGS;                                                      \
  void gemmify_##NAME ARGS;                                                    \
  void blocks_##NAME ARGS;
EACH(DECLARE)
typedef void nest ARGS;
static const struct {
  const char *name;
  nest *by[3];
} Nests[] = {
#define ENTRY(NAME) {#NAME, {plain_##NAME, gemmify_##NAME, blocks_##NAME}},
    EACH(ENTRY)};

static char *pages(size_t count) {
  return mmap(NULL, count * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void allow(void *at, size_t bytes) {
  char *first = (char *)((size_t)at / Page * Page);
  mprotect(first, (char *)at + bytes - first, PROT_READ | PROT_WRITE);
}

/// Rows first to last - 1 of n rows of K numbers, each at the end of a page.
static double *operand(long first, long last, long K) {
  double *data = (double *)(pages(2 * Most + 2) + Page) - K;
  for (long r = first; r < last; r++)
    for (long k = 0; k < K; k++) {
      double *at = data + r * 2 * Wide + k;
      if (k == 0)
        allow(at, K * sizeof(double));
      *at = (r * 31 + k * 17) % 23 / 7.0 - 1.5;
    }
  return data;
}

static long failures;
static void check(int which, long n, long o, long K) {
  const int isUpper = strstr("upper above summed", Nests[which].name) != NULL;
  // Columns [0, i + More) or [i + More, n).
  const long More = strstr("below started", Nests[which].name) ? 0
                    : which == 4                               ? o
                    : which == 0 || isUpper && which != 2      ? 1
                                                               : 0;
  const long firstRow = isUpper ? 0 : More < 1 ? 1 - More : 0;
  const long lastRow = isUpper ? n - More : n;
  const long firstCol = isUpper ? More : 0;
  const long lastCol = isUpper ? n : n + More - 1;
  if (firstRow >= lastRow)
    return;
  double *A = operand(firstRow, lastRow, K), *B = operand(firstCol, lastCol, K);
  double *C[3];
  // Ends or begins of rows are two pages apart.
  const long ldc = 2 * Wide - 1;
  for (int v = 0; v < 3; v++) {
    C[v] = (double *)(pages(2 * Most + 4) + 2 * Page) - More;
    for (long i = firstRow; i < lastRow; i++)
      for (long j = isUpper ? i + More : 0; j < (isUpper ? n : i + More); j++) {
        double *at = &C[v][i * ldc + j];
        allow(at, sizeof(double));
        *at = (i * 13 + j * 7) % 11 - 5;
      }
    Nests[which].by[v](n, o, K, A, 2 * Wide, B, 2 * Wide, C[v], ldc);
  }
  for (int v = 1; v < 3; v++)
    for (long i = firstRow; i < lastRow; i++)
      for (long j = isUpper ? i + More : 0; j < (isUpper ? n : i + More); j++)
        if (memcmp(&C[0][i * ldc + j], &C[v][i * ldc + j], sizeof(double)) &&
            ++failures < 5)
          printf("%s %d: n=%ld o=%ld K=%ld: (%ld,%ld)\n", Nests[which].name, v,
                 n, o, K, i, j);
  for (int v = 0; v < 3; v++)
    munmap((char *)(C[v] + More) - 2 * Page, (2 * Most + 4) * Page);
  munmap((char *)(A + K) - Page, (2 * Most + 2) * Page);
  munmap((char *)(B + K) - Page, (2 * Most + 2) * Page);
}

void plain_described DESCRIBED;
void gemmify_described DESCRIBED;
static void checkDescribed(void) {
  static double a[Most * 9], c[2][Most * Most];
  for (int at = 0; at < Most * 9; at++)
    a[at] = at % 31 / 7.0 - 2;
  const struct matrix of = {a, 9};
  plain_described(Most, 0, 9, &of, c[0]);
  gemmify_described(Most, 0, 9, &of, c[1]);
  gemmify_described(Most, -Most, 9, NULL, c[1]);
  gemmify_described(Most, 1, 0, NULL, c[1]);
  gemmify_described(0, 1, 9, NULL, c[1]);
  if (memcmp(c[0], c[1], sizeof(c[0])) && ++failures)
    printf("described\n");
}

int main(void) {
  checkDescribed();
  static const long Sizes[] = {1, 2, 3, 7, 8, 12, 13, 16, 17, 24, 25, 47, 72};
  static const long Offsets[] = {-13, -2, 0, 1, 5};
  for (int which = 0; which < (int)(sizeof(Nests) / sizeof(*Nests)); which++)
    for (int s = 0; s < 13; s++)
      for (int o = 0; o < (which == 4 ? 5 : 1); o++)
        for (long K = 1; K < 20; K += 6)
          check(which, Sizes[s], Offsets[o], K);
  return failures != 0;
}
#endif
