//===- pivots-workspace.c - Factors that are kept until the end -----------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -O2 -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s | FileCheck %s
//
//===----------------------------------------------------------------------===//

// Columns that wait need factors where the matrix is singular as well.
// CHECK: define {{.*}}@gauss(
// CHECK: {{^}}gemmify.leave:
// CHECK-NOT: gemmify.workspace.give
// CHECK: br i1
// CHECK: call {{.*}}@gemmify.workspace.give
int gauss(int n, double *a, long lda) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (__builtin_fabs(a[i * lda + k]) > __builtin_fabs(a[p * lda + k]))
        p = i;
    if (a[p * lda + k] == 0)
      return -1;
    for (int j = k; j < n; j++) {
      double t = a[k * lda + j];
      a[k * lda + j] = a[p * lda + j];
      a[p * lda + j] = t;
    }
    for (int i = k + 1; i < n; i++) {
      double f = a[i * lda + k] / a[k * lda + k];
      for (int j = k; j < n; j++)
        a[i * lda + j] -= f * a[k * lda + j];
    }
  }
  return 0;
}
