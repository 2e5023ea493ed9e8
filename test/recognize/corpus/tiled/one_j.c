// Tiles of j.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const double *a, const double *b, double *c) {
  for (int jj = 0; jj < n; jj += 64)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        for (int j = jj; j < MIN(jj + 64, n); j++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
}
