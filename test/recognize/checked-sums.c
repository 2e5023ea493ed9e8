// A product whose steps are checked for overflow is not passed in silence.
//
// DEFINE: %{check} =
// DEFINE: %{run} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 \
// DEFINE:   %{check} -S %s -o /dev/null -Rpass=gemmify -Rpass-missed=gemmify 2>&1 \
// DEFINE:   | FileCheck %s --implicit-check-not=remark
// REDEFINE: %{check} = -ftrapv
// RUN: %{run} --check-prefix=CHECK
// REDEFINE: %{check} = -fsanitize=signed-integer-overflow -fsanitize-trap=all
// RUN: %{run} --check-prefix=CHECK
// REDEFINE: %{check} = -fsanitize=signed-integer-overflow
// RUN: %{run} --check-prefix=SANITIZED
// REDEFINE: %{check} = -fwrapv
// RUN: %{run} --check-prefix=FREE

void product(long m, long n, long k, const int *a, const int *b, int *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      int s = 0;
      for (long l = 0; l < k; l++)
        // CHECK: [[@LINE+2]]:11: remark: matrix product not rewritten: each step is checked for overflow, as with -ftrapv or -fsanitize=signed-integer-overflow; build without these checks
        // SANITIZED: [[@LINE+1]]:11: remark: matrix product not rewritten: {{.*}}sanitize
        s += a[i * k + l] * b[l * n + j];
      // FREE: [[@LINE+1]]:20: remark: matrix product rewritten
      c[i * n + j] = s;
    }
}

// What is no product.
long sum(long n, const long *a) {
  long s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}
