// Global arrays of constant size.
// expect: 1
double A[200][220], B[220][240], C[200][240];
void gemm(void) {
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < 240; j++) {
      C[i][j] = 0;
      for (int k = 0; k < 220; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}
