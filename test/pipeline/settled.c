//===- settled.c - Kernels that skip the rest of the pipeline -------------===//
//
// A kernel that is built of vectors is lowered where it is built and goes
// through none of the passes behind. Those of equal shape share one, which is
// found although it has no product left to lower; nothing of it is left
// marked. One with loops over single elements is left to the vectorizers.
//
// DEFINE: %{emit} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 \
// DEFINE:   -O3 -S -emit-llvm %s -o
// RUN: %{emit} - | FileCheck %s --implicit-check-not=gemmify-settled
//
// CHECK: define internal i1 @gemmify.kernel.[[ONE:[0-9a-f]+]](
// CHECK: define {{.*}}@first(
// CHECK: call i1 @gemmify.kernel.[[ONE]](
// CHECK-NOT: define internal i1 @gemmify.kernel.
// CHECK: define {{.*}}@second(
// CHECK: call i1 @gemmify.kernel.[[ONE]](
// CHECK: define internal i1 @gemmify.kernel.[[SCALED:[0-9a-f]+]](
// CHECK: define {{.*}}@scaled(
// CHECK: call i1 @gemmify.kernel.[[SCALED]](
// CHECK-NOT: define internal i1 @gemmify.kernel.
// CHECK: define {{.*}}@apart(
// CHECK: call i1 @gemmify.kernel.[[LATE:[0-9a-f]+]](
// CHECK: define {{.*}}@apart_too(
// CHECK: call i1 @gemmify.kernel.[[LATE]](
// CHECK: define internal i1 @gemmify.kernel.[[LATE]](
// CHECK-NOT: define internal i1 @gemmify.kernel.
//
// RUN: %{emit} /dev/null -Xclang -fdebug-pass-manager 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASSES
// PASSES-NOT: SLPVectorizerPass on gemmify.tile.
// PASSES: SLPVectorizerPass on gemmify.kernel.
// PASSES-NOT: SLPVectorizerPass on gemmify.kernel.
//
//===----------------------------------------------------------------------===//

void first(long m, long n, long p, const float *restrict a,
           const float *restrict b, float *restrict c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}

void second(long m, long n, long p, const float *restrict a,
            const float *restrict b, float *restrict c) {
  for (long x = 0; x < m; x++)
    for (long y = 0; y < n; y++)
      for (long z = 0; z < p; z++)
        c[x * n + y] += a[x * p + z] * b[z * n + y];
}

void scaled(long m, long n, long p, float alpha, const float *restrict a,
            const float *restrict b, float *restrict c) {
  for (long i = 0; i < m; i++)
    for (long k = 0; k < p; k++) {
      float x = alpha * a[i * p + k];
      for (long j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}

void apart(long m, long n, long p, float alpha, const float *restrict a,
           const float *restrict b, float *restrict c) {
  for (long i = 0; i < m; i++)
    for (long k = 0; k < p; k++) {
      float x = alpha * a[2 * (i * p + k)];
      for (long j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}

void apart_too(long m, long n, long p, float beta, const float *restrict a,
               const float *restrict b, float *restrict c) {
  for (long x = 0; x < m; x++)
    for (long z = 0; z < p; z++) {
      float factor = beta * a[2 * (x * p + z)];
      for (long y = 0; y < n; y++)
        c[x * n + y] += factor * b[z * n + y];
    }
}
