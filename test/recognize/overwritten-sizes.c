//===- overwritten-sizes.c - What a store may change before a test --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c \
// RUN:   -fno-strict-aliasing -Rpass=gemmify -Rpass-missed=gemmify \
// RUN:   -o /dev/null %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='product rewritten'
//
// CHECK-COUNT-3: not rewritten: {{.*}} cannot be computed safely before it
//
// A place is loaded from before and after a store to C, which may lie on it.
// What the source reads then depends on the later value: the guard must not
// read it because the earlier one says so.
//
//===----------------------------------------------------------------------===//

struct matrix {
  double *d;
  unsigned long pitch;
};

void in_the_nest(const struct matrix *A, double *const *Q, struct matrix *C,
                 long m, long n, long l, unsigned long w) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      C->d[i * C->pitch + j] = 0;
      if (C->pitch / w >= 2) {
        const double *b = *Q;
        double s = 0;
        for (long k = 0; k < l; k++)
          s += A->d[i * A->pitch + k] * b[k * n + j];
        C->d[i * C->pitch + j] = s;
      }
    }
}

void before_the_nest(const struct matrix *A, double *const *Q, struct matrix *C,
                     long m, long n, long l, unsigned long w) {
  const unsigned long pitch = C->pitch;
  double *const d = C->d;
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      d[i * pitch + j] = 0;
      if (C->pitch / w >= 2) {
        const double *b = *Q;
        double s = 0;
        for (long k = 0; k < l; k++)
          s += A->d[i * A->pitch + k] * b[k * n + j];
        d[i * pitch + j] = s;
      }
    }
}

struct lengths {
  const unsigned long *of;
};

void lengths_of_rows(const double *A, const double *B, double *C,
                     const struct lengths *t, long m, long n, long l,
                     double v) {
  for (long i = 0; i < m; i++) {
    const unsigned long *first = t->of;
    for (long j = 0; j < n; j++) {
      double *c = C + i * n + (long)((unsigned long)first >> 60) + j, s = v;
      *c = v;
      const unsigned long e = t->of[i];
      for (unsigned long k = 0; k < e; k++)
        s += A[i * l + k] * B[k * n + j];
      *c = s;
    }
  }
}
