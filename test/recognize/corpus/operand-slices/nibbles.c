// Two 4-bit weights in each byte.
// expect: 1
void gemm(int m, int n, int p, const float *a, const unsigned char *w,
          float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum +=
            a[i * p + k] * (float)((w[j * (p / 2) + k / 2] >> k % 2 * 4) & 15);
      c[i * n + j] = sum;
    }
}
