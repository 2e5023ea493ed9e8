// Two products, each with a k loop of its own.
// expect: 2
void gemm(int n, const float *restrict a, const float *restrict b,
          const float *restrict e, float *restrict c, float *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0, t = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      for (int k = 0; k < n; k++)
        t += a[i * n + k] * e[k * n + j];
      c[i * n + j] = s;
      d[i * n + j] = t;
    }
}
