// Four rows of B at once, in one expression.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k += 4)
      for (int j = 0; j < n; j++) {
        float sum = c[i * n + j];
        sum += a[i * n + k] * b[k * n + j];
        sum += a[i * n + k + 1] * b[(k + 1) * n + j];
        sum += a[i * n + k + 2] * b[(k + 2) * n + j];
        sum += a[i * n + k + 3] * b[(k + 3) * n + j];
        c[i * n + j] = sum;
      }
}
