// The tile's size is a parameter.
// expect: 1
static int min(int x, int y) { return x < y ? x : y; }
void gemm(int m, int n, int p, int t, const double *a, const double *b,
          double *c) {
  for (int ii = 0; ii < m; ii += t)
    for (int jj = 0; jj < n; jj += t)
      for (int kk = 0; kk < p; kk += t)
        for (int i = ii; i < min(ii + t, m); i++)
          for (int k = kk; k < min(kk + t, p); k++)
            for (int j = jj; j < min(jj + t, n); j++)
              c[i * n + j] += a[i * p + k] * b[k * n + j];
}
