// All loops run down.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = n - 1; j >= 0; j--)
      for (int k = p - 1; k >= 0; k--)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
