// C[i][j] = sum over k and l of A[i][k][l] * B[k][l][j].
// expect: 1
void contract(int m, int n, int p, int q, const double *A, const double *B,
              double *C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++)
        for (int l = 0; l < q; l++)
          sum += A[(i * p + k) * q + l] * B[(k * q + l) * n + j];
      C[i * n + j] = sum;
    }
}
