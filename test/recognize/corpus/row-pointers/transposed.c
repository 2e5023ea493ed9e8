// Rows of A times rows of B.
// expect: 1
void gemm(int m, int n, int p, float **a, float **b, float **c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i][k] * b[j][k];
      c[i][j] = sum;
    }
}
