// The upper triangle of A times B, the sum in a scalar.
// expect: 1
void trmm(int m, int n, const float *restrict a, const float *restrict b,
          float *restrict c, float alpha) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = i; k < m; k++)
        s += a[i * m + k] * b[k * n + j];
      c[i * n + j] = alpha * s;
    }
}
