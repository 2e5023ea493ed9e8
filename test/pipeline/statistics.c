// What the pass counts. LLVM's release builds answer -stats with a sentence
// that statistics are disabled; clang's -save-stats writes these all the same.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// RUN:   -save-stats=obj -c %s -o %t/statistics.o
// RUN: FileCheck %s --input-file=%t/statistics.stats

// CHECK-DAG: "gemmify.NumIntrinsic": 1,
// CHECK-DAG: "gemmify.NumKept": 1,
// CHECK-DAG: "gemmify.NumPacking": 2,
// CHECK-DAG: "gemmify.NumRecognized": 4,
// The halves of what is split are seen again, and the product is one again.
// CHECK-DAG: "gemmify.NumSeen": 6,
// CHECK-DAG: "gemmify.NumSplit": 1
// CHECK-NOT: gemmify.NumTiling

void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void small(const float (*restrict a)[8], const float (*restrict b)[8],
           float (*restrict c)[8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 8; k++)
        c[i][j] += a[i][k] * b[k][j];
}

void split(int n, const float *restrict a, const float *restrict b,
           float *restrict c, float *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
      d[i * n + j] = 2 * s;
    }
}

void triangle(int n, const int *restrict a, const int *restrict b,
              int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
