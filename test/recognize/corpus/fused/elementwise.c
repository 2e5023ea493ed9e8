// An unrelated array is updated in the j loop.
// expect: 1
void gemm(int n, const double *restrict a, const double *restrict b,
          double *restrict c, double *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
      d[i * n + j] = 2 * d[i * n + j] + 1;
    }
}
