// Tiles of i.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const float *a, const float *b, float *c) {
  for (int ii = 0; ii < n; ii += 32)
    for (int i = ii; i < MIN(ii + 32, n); i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
}
