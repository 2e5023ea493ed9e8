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

// Two loops.
// CHECK-LABEL: define {{.*}}@vector(
// CHECK-NOT: %counter
void vector(long n, const float *restrict x, const float *restrict y, float *restrict z) {
  for (long i = 0; i < n; i++) {
    float s = 0;
    J2 s += x[i * n + j] * y[j];
    REST z[j] += x[i * n + j] * y[j];
    z[i + n] = s;
  }
}

// Three, but no sums.
// CHECK-LABEL: define {{.*}}@copy(
// CHECK-NOT: %counter
void copy(long n, const float *restrict x, float *restrict z) {
  for (long h = 0; h < n; h++)
    for (long i = 0; i < n; i++) {
      J2 z[(h * n + i) * n + j] = x[i * n + j];
      REST z[(h * n + i) * n + j] = x[h * n + j];
    }
}
