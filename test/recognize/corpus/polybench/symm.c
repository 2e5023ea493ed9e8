// A symmetric operand: the sums of half of it go to other rows of C, those of the
// other half into a scalar, and C's own element is read in between.
// expect: 2
void symm(int m, int n, double alpha, double beta, double C[1000][1200],
          double A[1000][1000], double B[1000][1200]) {
  double temp2;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      temp2 = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        temp2 += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
    }
}
