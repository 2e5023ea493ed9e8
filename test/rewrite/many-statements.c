//===- many-statements.c - The test before a large nest is split ----------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -S -emit-llvm -o - %s | %opt -passes='gemmify,verify' \
// RUN:   -gemmify-target=odd -S > %t
// RUN: FileCheck %s < %t
// RUN: grep -c "i128" %t | FileCheck %s --check-prefix=WIDE
//
//===----------------------------------------------------------------------===//

// Four statements beside a product touch twelve places, each of which must not
// meet what the product reads or writes but in order. Each pair is one call of
// one of few functions; what 128 bits hold is computed in those.
// CHECK-LABEL: define {{.*}}@many(
// CHECK-COUNT-20: call i1 @gemmify.order.
// CHECK: ret void
// WIDE: {{^[1-4]?[0-9]?[0-9]$}}

#define STATEMENT(D)                                                           \
  D[i * n + j] = D[i * n + j + 1] * 2 + A[i];                                  \
  if (B[j] > 0)                                                                \
    D[j] += 1;

void many(float *D0, float *D1, float *D2, float *D3, float *C, const float *A,
          const float *B, long m, long n, long k) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      float s = 0;
      for (long l = 0; l < k; l++)
        s += A[i * k + l] * B[l * n + j];
      C[i * n + j] = s;
      STATEMENT(D0)
      STATEMENT(D1)
      STATEMENT(D2)
      STATEMENT(D3)
    }
}
