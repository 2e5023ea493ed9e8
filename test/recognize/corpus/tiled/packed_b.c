// The programmer copies a block of B into a buffer first.
// expect: 1
enum { KC = 128 };
void gemm(int n, const float *a, const float *b, float *c,
          float *restrict buf) {
  for (int kk = 0; kk < n; kk += KC) {
    int kb = n - kk < KC ? n - kk : KC;
    for (int k = 0; k < kb; k++)
      for (int j = 0; j < n; j++)
        buf[k * n + j] = b[(kk + k) * n + j];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < kb; k++)
          c[i * n + j] += a[i * n + kk + k] * buf[k * n + j];
  }
}
