// Four rows of A at once.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i += 4)
    for (int j = 0; j < n; j++) {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      for (int k = 0; k < p; k++) {
        float y = b[k * n + j];
        s0 += a[i * p + k] * y;
        s1 += a[(i + 1) * p + k] * y;
        s2 += a[(i + 2) * p + k] * y;
        s3 += a[(i + 3) * p + k] * y;
      }
      c[i * n + j] = s0;
      c[(i + 1) * n + j] = s1;
      c[(i + 2) * n + j] = s2;
      c[(i + 3) * n + j] = s3;
    }
}
