// With -ffast-math, each product is added to the sum.
// expect: 1
// flags: -ffast-math
void gemm(int m, int n, int k, const _Complex double *restrict a, int lda, const _Complex double *restrict b,
          int ldb, _Complex double *restrict c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int l = 0; l < k; l++) {
      const _Complex double t = b[l + j * ldb];
      for (int i = 0; i < m; i++)
        c[i + j * ldc] += t * a[i + l * lda];
    }
}
