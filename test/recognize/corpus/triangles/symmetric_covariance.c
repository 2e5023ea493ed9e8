// PolyBench's covariance: each sum is stored on both sides of the diagonal.
// expect: 1
void covariance(int m, int n, double float_n, double data[1400][1200],
                double cov[1200][1200]) {
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = 0.0;
      for (int k = 0; k < n; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= (float_n - 1.0);
      cov[j][i] = cov[i][j];
    }
}
