// A product of which one triangle is wanted, column-major, as GEMMTR has it.
// expect: 2
void upper(int n, int k, double alpha, const double *restrict a, int lda, const double *restrict b, int ldb, double *restrict c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int l = 0; l < k; l++) {
      double t = alpha * b[l + j * ldb];
      for (int i = 0; i <= j; i++)
        c[i + j * ldc] += t * a[i + l * lda];
    }
}
void lower(int n, int k, double alpha, double beta, const double *restrict a, int lda, const double *restrict b, int ldb, double *restrict c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      double t = 0;
      for (int l = 0; l < k; l++)
        t += a[l + i * lda] * b[l + j * ldb];
      c[i + j * ldc] = alpha * t + beta * c[i + j * ldc];
    }
}
