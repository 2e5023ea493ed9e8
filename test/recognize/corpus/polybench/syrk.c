// A triangle of C = alpha A A' + beta C.
// expect: 1
void syrk(int n, int m, double alpha, double beta, double C[1200][1200],
          double A[1200][1000]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
  }
}
