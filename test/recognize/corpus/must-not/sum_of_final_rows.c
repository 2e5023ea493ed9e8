// Each sum reads rows that the nest has written before it.
// expect: 0
void sweep(int m, int n, double beta, const double *a, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < i; k++)
        sum += a[i * m + k] * c[k * n + j];
      c[i * n + j] = beta * c[i * n + j] + sum;
    }
}
