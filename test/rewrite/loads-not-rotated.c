// What a nest loads is loaded before it only where its loops run: loops that
// test at their top are counted first.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -Xclang -disable-llvm-passes \
// RUN:   -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='sroa,instcombine,simplifycfg,loop-simplify,gemmify,verify' \
// RUN:     -gemmify-target=odd -S | FileCheck %s

struct Matrix {
  float *data;
  long ld;
};

// CHECK-LABEL: define {{.*}}@described(
// CHECK-NOT: load
// CHECK: %[[RUNS:.*]] = icmp ne i64 %{{.*}}, 0
// CHECK-NOT: load
// CHECK: br i1 %{{.*}}, label %gemmify.fixed, label %gemmify.original
// CHECK: gemmify.fixed:
// CHECK: load ptr, ptr %A
void described(unsigned long M, unsigned long N, unsigned long K,
               const struct Matrix *A, const struct Matrix *B,
               const struct Matrix *C) {
  for (unsigned long i = 0; i < M; i++)
    for (unsigned long j = 0; j < N; j++)
      for (unsigned long k = 0; k < K; k++)
        C->data[i * C->ld + j] +=
            A->data[i * A->ld + k] * B->data[k * B->ld + j];
}
