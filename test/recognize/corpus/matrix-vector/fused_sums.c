// With the sum of squares beside it.
// expect: 1
double residual(int m, int n, const double *restrict a,
                const double *restrict x, const double *restrict b,
                double *restrict r) {
  double norm = 0;
  for (int i = 0; i < m; i++) {
    double sum = b[i];
    for (int k = 0; k < n; k++)
      sum -= a[i * n + k] * x[k];
    r[i] = sum;
    norm += sum * sum;
  }
  return norm;
}
