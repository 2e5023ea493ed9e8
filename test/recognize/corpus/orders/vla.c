// Array parameters of variable size.
// expect: 1
void gemm(int m, int n, int p, double a[m][p], double b[p][n], double c[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i][j] += a[i][k] * b[k][j];
}
