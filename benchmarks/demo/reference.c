// The same sums in the same order as gemm.c, with the loops in the order that
// a compiler vectorizes: the bits are those of gemm.c, much sooner.
void gemm(long n, const T A[restrict n][n], const T B[restrict n][n],
          T C[restrict n][n]) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        C[i][j] += A[i][k] * B[k][j];
}
