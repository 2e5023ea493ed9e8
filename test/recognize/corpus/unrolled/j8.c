// j by 8, k innermost but one.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j += 8) {
        float x = a[i * n + k];
        const float *y = &b[k * n + j];
        float *z = &c[i * n + j];
        z[0] += x * y[0];
        z[1] += x * y[1];
        z[2] += x * y[2];
        z[3] += x * y[3];
        z[4] += x * y[4];
        z[5] += x * y[5];
        z[6] += x * y[6];
        z[7] += x * y[7];
      }
}
