// Two products with a recovery each: one per element of the left operand.
// expect: 1
void gemm(int m, int n, int k, _Complex float alpha, const _Complex float *a, int lda,
          const _Complex float *b, int ldb, _Complex float *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++) {
      _Complex float t = alpha * a[i * lda + l];
      for (int j = 0; j < n; j++)
        c[i * ldc + j] += t * b[l * ldb + j];
    }
}
