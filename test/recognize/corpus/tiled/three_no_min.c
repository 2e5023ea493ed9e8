// The sizes are taken for multiples of the tile.
// expect: 1
void gemm(int n, const double *a, const double *b, double *c) {
  for (int ii = 0; ii < n; ii += 8)
    for (int jj = 0; jj < n; jj += 8)
      for (int kk = 0; kk < n; kk += 8)
        for (int i = ii; i < ii + 8; i++)
          for (int j = jj; j < jj + 8; j++)
            for (int k = kk; k < kk + 8; k++)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
}
