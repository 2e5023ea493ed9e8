// Two products with the same A in one nest.
// expect: 2
void gemm(int n, const double *restrict a, const double *restrict b,
          const double *restrict e, double *restrict c, double *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
        d[i * n + j] += a[i * n + k] * e[k * n + j];
      }
}
