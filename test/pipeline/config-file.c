// A clang configuration file is enough; options after -mllvm work without more.
//
// RUN: echo "-fpass-plugin=%gemmify -O2" > %t.cfg
// RUN: %clang --config=%t.cfg --target=x86_64-linux-gnu \
// RUN:   -march=x86-64-v3 -Rpass=gemmify -S %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clangplugin -O2 --target=x86_64-linux-gnu -march=x86-64-v3 \
// RUN:   -mllvm -gemmify-strategy=packing -Rpass=gemmify -S %s -o /dev/null \
// RUN:   2>&1 | FileCheck %s
// RUN: %clangplugin -O2 --target=x86_64-linux-gnu -march=x86-64-v3 \
// RUN:   -mllvm -gemmify-strategy=off -Rpass=gemmify -S %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: not %clangplugin -O2 -mllvm -gemmify-strategy=fast -S %s -o /dev/null \
// RUN:   2>&1 | FileCheck %s --check-prefix=BAD
//
// CHECK: config-file.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]
// OFF-NOT: remark
// BAD: gemmify-strategy

void product(int n, const double *restrict a, const double *restrict b,
             double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
