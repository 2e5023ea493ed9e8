// C is cleared in the tiles of i and j, then summed tile by tile.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n * n; i++)
    c[i] = 0;
  for (int ii = 0; ii < n; ii += 24)
    for (int kk = 0; kk < n; kk += 24)
      for (int i = ii; i < MIN(ii + 24, n); i++)
        for (int k = kk; k < MIN(kk + 24, n); k++)
          for (int j = 0; j < n; j++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}
