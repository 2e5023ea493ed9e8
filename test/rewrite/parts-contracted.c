// Parts of complex elements are computed in one vector where LLVM can, and then fused
// together or not at all: no product of one part alone where contraction is left to
// the code generator.
//
// DEFINE: %{run} = %clangplugin --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -w \
// DEFINE:   -Rpass=gemmify -Rpass-missed=gemmify -S %s -o /dev/null
// RUN: %{run} -ffp-contract=fast 2>&1 | FileCheck %s
// RUN: %{run} -ffp-contract=on 2>&1 | FileCheck %s --check-prefix=ON
//
// CHECK-NOT: rewritten: float
// ON: parts-contracted.c:[[#@LINE+11]]:{{.*}} matrix product rewritten: float C(i,j) = 0 + sum
// ON: parts-contracted.c:[[#@LINE+11]]:{{.*}} matrix product rewritten: float C(i,j) = 0 - sum
void conjugated_by_real(int m, int n, int l, const float *restrict a,
                        const float *restrict b, float *restrict c) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float re = 0, im = 0;
      for (int k = 0; k < l; k++) {
        re += a[2 * (i * l + k)] * b[k * n + j];
        im -= a[2 * (i * l + k) + 1] * b[k * n + j];
      }
      c[2 * (i * n + j)] = re;
      c[2 * (i * n + j) + 1] = im;
    }
}

void two_beside_one(int m, int n, int l, float x, const float *restrict a,
                    const float *restrict b, float *restrict c) {
  for (int j = n; j-- > 0;)
    for (int i = 0; i < m; i++)
      for (int k = 0; k < l; k++) {
        const float *y = b + 2 * (j * l + k);
        float *z = c + 2 * (i * n + j);
        float re = a[i * l + k] * y[0] - x * y[1];
        z[1] -= a[i * l + k] * y[1];
        z[0] -= re;
      }
}
