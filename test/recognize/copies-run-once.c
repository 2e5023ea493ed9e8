//===- copies-run-once.c - Copies along a loop that runs once -------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -O1 -Xclang -disable-llvm-passes -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='function(sroa,loop-simplify,loop(loop-rotate)),print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s
//
// No stride along j says how far the next iteration would be. What both copies
// read of C, before they write it, is the element of one of them only.
//
//===----------------------------------------------------------------------===//

// CHECK-LABEL: GEMM nests of 'first_element':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void first_element(long m, long kk, long ld, const int *restrict a,
                   const int *restrict b, int *restrict c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < 1; j++) {
      int s0 = 0, s1 = 0;
      const int start = c[i * ld + j];
      for (long k = 0; k < kk; k++) {
        s0 += a[i * ld + k] * b[k * ld + j + 1];
        s1 += a[i * ld + k] * b[k * ld + j];
      }
      c[i * ld + j + 1] = s0 + start;
      c[i * ld + j] = s1 + start;
    }
}
