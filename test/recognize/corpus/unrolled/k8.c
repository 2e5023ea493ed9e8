// k by 8 in memory, B transposed.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k += 8) {
        c[i * n + j] += a[i * n + k] * b[j * n + k];
        c[i * n + j] += a[i * n + k + 1] * b[j * n + k + 1];
        c[i * n + j] += a[i * n + k + 2] * b[j * n + k + 2];
        c[i * n + j] += a[i * n + k + 3] * b[j * n + k + 3];
        c[i * n + j] += a[i * n + k + 4] * b[j * n + k + 4];
        c[i * n + j] += a[i * n + k + 5] * b[j * n + k + 5];
        c[i * n + j] += a[i * n + k + 6] * b[j * n + k + 6];
        c[i * n + j] += a[i * n + k + 7] * b[j * n + k + 7];
      }
}
