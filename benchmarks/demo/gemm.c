// The three loops of the demo, in C. T is float or double.
void gemm(long n, const T A[restrict n][n], const T B[restrict n][n],
          T C[restrict n][n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
