// while loops.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  int i = 0;
  while (i < m) {
    int j = 0;
    while (j < n) {
      int k = 0;
      while (k < p) {
        c[i * n + j] += a[i * p + k] * b[k * n + j];
        k++;
      }
      j++;
    }
    i++;
  }
}
