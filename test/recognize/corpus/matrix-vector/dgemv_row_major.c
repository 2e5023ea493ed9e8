// y = alpha A x + beta y, rows a leading dimension apart.
// expect: 1
void gemv(long m, long n, double alpha, const double *a, long lda,
          const double *x, double beta, double *y) {
  for (long i = 0; i < m; i++) {
    double sum = 0;
    for (long k = 0; k < n; k++)
      sum += a[i * lda + k] * x[k];
    y[i] = alpha * sum + beta * y[i];
  }
}
