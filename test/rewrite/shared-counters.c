// Counters that two loops share are computed before them where there is a
// product, and nowhere else.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -S -emit-llvm -o %t.ll %s
// RUN: %opt -passes=gemmify -S %t.ll | FileCheck %s

#define J2 long j = 0; for (; j + 1 < n; j += 2)
#define REST for (; j < n; j++)

// CHECK-LABEL: define {{.*}}@product(
// CHECK: %counter = select
void product(long n, const float *restrict x, const float *restrict y, float *restrict z) {
  for (long i = 0; i < n; i++) {
    J2 for (long k = 0; k < n; k++) {
      z[i * n + j] += x[i * n + k] * y[k * n + j];
      z[i * n + j + 1] += x[i * n + k] * y[k * n + j + 1];
    }
    REST for (long k = 0; k < n; k++) z[i * n + j] += x[i * n + k] * y[k * n + j];
  }
}

// Sums in the middle, and none inside.
// CHECK-LABEL: define {{.*}}@copies(
// CHECK-NOT: %counter
float copies(long n, const float *restrict x, float *restrict z) {
  float s = 0;
  for (long i = 0; i < n; i++) {
    J2 for (long k = 0; k < n; k++) z[(i * n + j) * n + k] = x[k];
    REST {
      for (long k = 0; k < n; k++) z[(i * n + j) * n + k] = -x[k];
      s += x[i * n + j] * z[j];
    }
  }
  return s;
}

// No loop begins where the other one ends.
// CHECK-LABEL: define {{.*}}@ends(
// CHECK-NOT: %counter
void ends(long n, long x, const float *restrict A, const float *restrict B, float *restrict C, long *restrict at) {
  for (long i = 0; i < n; i++) {
    J2 for (long k = 0; k < n; k++) C[i * n + j] += A[i * n + k] * B[k * n + j];
    if (x > i) for (j = 0; A[j] > 0; j++) C[j] = 0;
    at[i] = j;
  }
}
