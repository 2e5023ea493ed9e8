// The gathered row's pointer is a local variable.
// expect: 1
void gemm(int m, int n, int p, const int *restrict idx,
          const double *restrict a, const double *restrict b,
          double *restrict c) {
  for (int i = 0; i < m; i++) {
    const double *row = a + (long)idx[i] * p;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += row[k] * b[k * n + j];
  }
}
