// PolyBench's trmm: in place, from below the diagonal of the transposed operand.
// expect: 1
#define M 1000
#define N 1200
void kernel_trmm(int m, int n, double alpha, double A[M][M], double B[M][N]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}
