// Four sums that are added in the end: with -ffast-math.
// expect: 1
// flags: -ffast-math
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      for (int k = 0; k < p; k += 4) {
        s0 += a[i * p + k] * b[j * p + k];
        s1 += a[i * p + k + 1] * b[j * p + k + 1];
        s2 += a[i * p + k + 2] * b[j * p + k + 2];
        s3 += a[i * p + k + 3] * b[j * p + k + 3];
      }
      c[i * n + j] = s0 + s1 + s2 + s3;
    }
}
