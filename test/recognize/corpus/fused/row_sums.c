// Row sums of A are computed in the same nest.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c, float *restrict rows) {
  for (int i = 0; i < n; i++) {
    rows[i] = 0;
    for (int k = 0; k < n; k++)
      rows[i] += a[i * n + k];
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}
