// A triangle, with alpha on the sum and beta on C.
// expect: 1
void trmm(int m, int n, double alpha, double beta, const double *a, const double *b,
          double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k <= i; k++)
        sum += a[i * m + k] * b[k * n + j];
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
}
