// Flags choose the layout inside the loops.
// expect: 1
void gemm(int ta, int tb, int m, int n, int p, const float *a, int lda,
          const float *b, int ldb, float *c, int ldc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += (ta ? a[k * lda + i] : a[i * lda + k]) *
               (tb ? b[j * ldb + k] : b[k * ldb + j]);
      c[i * ldc + j] = sum;
    }
}
