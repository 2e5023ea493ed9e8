// Four products are added to each other before the sum: with -ffast-math.
// expect: 1
// flags: -ffast-math
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k += 4)
        sum += a[i * p + k] * b[j * p + k] +
               a[i * p + k + 1] * b[j * p + k + 1] +
               a[i * p + k + 2] * b[j * p + k + 2] +
               a[i * p + k + 3] * b[j * p + k + 3];
      c[i * n + j] = sum;
    }
}
