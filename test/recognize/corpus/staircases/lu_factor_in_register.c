// Gaussian elimination row by row: the factor is stored and used.
// expect: 1
void eliminate(int n, double a[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < n; j++)
        a[i][j] -= f * a[k][j];
    }
}
