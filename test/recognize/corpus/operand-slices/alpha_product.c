// alpha times the product, left to right.
// expect: 1
void gemm(int n, double alpha, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
}
