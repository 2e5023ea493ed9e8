// Power iteration without the norm.
// expect: 1
void repeat(int times, int m, int n, const double *a, const double *x,
            double *y) {
  for (int t = 0; t < times; t++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[i] += a[i * n + j] * x[j];
}
