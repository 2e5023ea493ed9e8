// Tiles of i, j and k.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const float *a, const float *b, float *c) {
  for (int ii = 0; ii < n; ii += 32)
    for (int jj = 0; jj < n; jj += 32)
      for (int kk = 0; kk < n; kk += 32)
        for (int i = ii; i < MIN(ii + 32, n); i++)
          for (int j = jj; j < MIN(jj + 32, n); j++)
            for (int k = kk; k < MIN(kk + 32, n); k++)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
}
