// The reference BLAS's dsyr2k, upper, without a transpose.
// expect: 1
void dsyr2k(int n, int k, double alpha, const double *restrict a, int lda,
            const double *restrict b, int ldb, double *restrict c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int l = 0; l < k; l++) {
      double t1 = alpha * b[j + l * ldb], t2 = alpha * a[j + l * lda];
      for (int i = 0; i <= j; i++)
        c[i + j * ldc] = c[i + j * ldc] + a[i + l * lda] * t1 + b[i + l * ldb] * t2;
    }
}
