// A blocked LU update by columns, with pointers to the blocks.
// expect: 1
void update(long m, long n, long nb, const double *l21, const double *u12,
            double *a22, long lda) {
  for (long j = 0; j < n; j++)
    for (long k = 0; k < nb; k++)
      for (long i = 0; i < m; i++)
        a22[i + j * lda] -= l21[i + k * lda] * u12[k + j * lda];
}
