// Row pointers that count from 1.
// expect: 1
void gemm(float **a, float **b, float **c, int n) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      c[i][j] = 0;
      for (int k = 1; k <= n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
