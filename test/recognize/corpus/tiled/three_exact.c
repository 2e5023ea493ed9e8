// Tiles that divide a constant size.
// expect: 1
enum { N = 512, T = 32 };
float A[N][N], B[N][N], C[N][N];
void gemm(void) {
  for (int ii = 0; ii < N; ii += T)
    for (int jj = 0; jj < N; jj += T)
      for (int kk = 0; kk < N; kk += T)
        for (int i = ii; i < ii + T; i++)
          for (int j = jj; j < jj + T; j++)
            for (int k = kk; k < kk + T; k++)
              C[i][j] += A[i][k] * B[k][j];
}
