// A loop that was held back from unrolling is unrolled in the loops that stay, so
// that these are vectorized as they are without the plugin: no copy of them runs
// a few steps of the innermost loop one by one.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -Rpass=gemmify \
// RUN:   -fno-discard-value-names -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=MARK < %t.ll
// MARK-NOT: gemmify.kept

// REMARK: matrix product rewritten: {{.*}}n=4; {{.*}}original loops kept as fallback
// CHECK-LABEL: define {{.*}}@four_columns(
// CHECK-NOT: .small
// CHECK: call {{.*}}@gemmify.kernel
// CHECK-NOT: .small
// CHECK-COUNT-16: @llvm.fmuladd.f32
// CHECK-NOT: .small
void four_columns(int m, int n, const float *restrict a, const float *restrict b,
                  float (*restrict c)[4]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 4; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * 4 + j];
      c[i][j] = s;
    }
}

// REMARK: matrix product rewritten: {{.*}}k=8; {{.*}}original loops kept as fallback
// CHECK-LABEL: define {{.*}}@eight_steps(
// CHECK: vector.body:
// CHECK-COUNT-8: @llvm.fmuladd.v8f32
void eight_steps(int m, int n, const float (*restrict a)[8],
                 const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < 8; k++)
        s += a[i][k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// Rows that stay in registers pay less in tiles: the source's loops run up to
// 576 steps of each element, or 16 of k.
// REMARK: matrix product rewritten: {{.*}}n=5; {{.*}}original loops kept as fallback
// CHECK-LABEL: define {{.*}}@rows_of_five(
// CHECK-DAG: icmp {{.*}}ult i64 {{.*}}, 576
// CHECK-DAG: icmp ult i32 {{.*}}, 16
void rows_of_five(int m, int n, const float *restrict a, const float *restrict b,
                  float (*restrict c)[5]) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < 5; j++)
        c[i][j] += a[i * n + k] * b[k * 5 + j];
}
