// Running indices instead of products.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  int ia = 0, ic = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      int ib = j;
      for (int k = 0; k < p; k++) {
        sum += a[ia + k] * b[ib];
        ib += n;
      }
      c[ic++] = sum;
    }
    ia += p;
  }
}
