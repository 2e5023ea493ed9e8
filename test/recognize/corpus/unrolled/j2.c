// j by 2.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j += 2) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
        c[i * n + j + 1] += a[i * n + k] * b[k * n + j + 1];
      }
}
