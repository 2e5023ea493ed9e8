// The mean: the sum divided by the number of its terms.
// expect: 1
void covariance(int m, int n, const double *x, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += x[k * n + i] * x[k * n + j];
      c[i * n + j] = sum / (m - 1);
    }
}
