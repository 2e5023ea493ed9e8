// Tiles of j and k, with partial sums that are added to C.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, int block, const double *a, const double *b, double *c) {
  for (int kk = 0; kk < n; kk += block)
    for (int jj = 0; jj < n; jj += block)
      for (int i = 0; i < n; i++)
        for (int j = jj; j < MIN(jj + block, n); j++) {
          double sum = c[i * n + j];
          for (int k = kk; k < MIN(kk + block, n); k++)
            sum += a[i * n + k] * b[k * n + j];
          c[i * n + j] = sum;
        }
}
