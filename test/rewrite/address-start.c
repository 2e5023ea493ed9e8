//===- address-start.c - Sums that start with the address of something ----===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -w -c %s \
// RUN:   -o /dev/null -Rpass=gemmify 2>&1 | FileCheck %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -w -S \
// RUN:   -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
//
// It is known when the program is linked: no constant of which a tile could be
// filled while compiling.
//
//===----------------------------------------------------------------------===//

extern char Here, There;

// CHECK: remark: matrix product rewritten
// IR-NOT: @gemmify.starts{{.*}}@Here
void product(long m, long n, long k, const unsigned *restrict A,
             const unsigned *restrict B, unsigned *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      unsigned s = (unsigned)(&Here - &There) ^ 5;
      for (long l = 0; l < k; l++)
        s += A[i * k + l] * B[l * n + j];
      C[i * n + j] = s;
    }
}
