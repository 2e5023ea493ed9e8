// Four columns, four sums, and a loop for the rest.
// expect: 2
void gemm(int m, int n, int p, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int i = 0; i < m; i++) {
    int j = 0;
    for (; j + 3 < n; j += 4) {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      for (int k = 0; k < p; k++) {
        float x = a[i * p + k];
        s0 += x * b[k * n + j];
        s1 += x * b[k * n + j + 1];
        s2 += x * b[k * n + j + 2];
        s3 += x * b[k * n + j + 3];
      }
      c[i * n + j] = s0;
      c[i * n + j + 1] = s1;
      c[i * n + j + 2] = s2;
      c[i * n + j + 3] = s3;
    }
    for (; j < n; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  }
}
