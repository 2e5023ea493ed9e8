// Eight sums in an array: with -ffast-math.
// expect: 1
// flags: -ffast-math
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s[8] = {0};
      for (int k = 0; k < p; k += 8)
        for (int u = 0; u < 8; u++)
          s[u] += a[i * p + k + u] * b[j * p + k + u];
      float sum = 0;
      for (int u = 0; u < 8; u++)
        sum += s[u];
      c[i * n + j] = sum;
    }
}
