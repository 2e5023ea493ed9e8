// Covariance of columns: the mean is subtracted.
// expect: 1
void covariance(int m, int n, const double *x, const double *mean, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += (x[k * n + i] - mean[i]) * (x[k * n + j] - mean[j]);
      c[i * n + j] = sum;
    }
}
