// Every third step of k.
// expect: 1
void gemm(int m, int n, int p, const double *a, const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k += 3)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
