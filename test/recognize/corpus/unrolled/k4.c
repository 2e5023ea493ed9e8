// k by 4, p a multiple of 4.
// expect: 1
void gemm(int m, int n, int p, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k += 4) {
        sum += a[i * p + k] * b[k * n + j];
        sum += a[i * p + k + 1] * b[(k + 1) * n + j];
        sum += a[i * p + k + 2] * b[(k + 2) * n + j];
        sum += a[i * p + k + 3] * b[(k + 3) * n + j];
      }
      c[i * n + j] = sum;
    }
}
