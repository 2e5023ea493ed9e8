// Two products in each step, into a triangle.
// expect: 1
void syr2k(int n, int m, double alpha, double beta, double C[1200][1200],
           double A[1200][1000], double B[1200][1000]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
}
