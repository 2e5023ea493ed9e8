// float ** with the loops i, k, j.
// expect: 1
void gemm(int m, int n, int p, float **a, float **b, float **c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}
