// Four sums are added up, then a loop for the rest goes on: with -ffast-math.
// expect: 1
// flags: -ffast-math
double dot(int n, const double *x, const double *y) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int k = 0;
  for (; k <= n - 4; k += 4) {
    s0 += x[k] * y[k];
    s1 += x[k + 1] * y[k + 1];
    s2 += x[k + 2] * y[k + 2];
    s3 += x[k + 3] * y[k + 3];
  }
  double s = s0 + s1 + s2 + s3;
  for (; k < n; k++)
    s += x[k] * y[k];
  return s;
}

void gemm(int m, int n, int p, const double *a, const double *bt, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] = dot(p, &a[i * p], &bt[j * p]);
}
