// Tiles of k.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const float *a, const float *b, float *c) {
  for (int kk = 0; kk < n; kk += 32)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = kk; k < MIN(kk + 32, n); k++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
}
