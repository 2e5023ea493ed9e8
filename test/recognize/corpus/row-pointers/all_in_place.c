// double ** for A, B and C, summed in place.
// expect: 1
void gemm(int m, int n, int p, double **a, double **b, double **c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i][j] += a[i][k] * b[k][j];
}
