// What the programmer reads: a remark for each product, and for a nest that is
// nearly one, a sentence that tells why it is not.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -Rpass=gemmify -Rpass-missed=gemmify -S %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:

// CHECK: remarks.c:{{[0-9:]+}} remark: {{.*}} [-Rpass=gemmify]
void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// CHECK: remarks.c:{{[0-9:]+}} remark: {{.+ .+ .+}} [-Rpass-missed=gemmify]
void triangle(int n, const float *restrict a, const float *restrict b,
              float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// Loops that have nothing of a product are not worth a word.
void add(int n, const float *restrict a, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] += a[i * n + j];
}
