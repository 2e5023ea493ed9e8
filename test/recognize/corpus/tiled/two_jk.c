// Tiles of j and k around i, k, j.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const double *a, const double *b, double *c) {
  for (int jj = 0; jj < n; jj += 48)
    for (int kk = 0; kk < n; kk += 48)
      for (int i = 0; i < n; i++)
        for (int k = kk; k < MIN(kk + 48, n); k++)
          for (int j = jj; j < MIN(jj + 48, n); j++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}
