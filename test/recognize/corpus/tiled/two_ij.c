// Tiles of i and j, with the sum in a variable.
// expect: 1
#define MIN(x, y) ((x) < (y) ? (x) : (y))
void gemm(int n, const float *a, const float *b, float *c) {
  for (int ii = 0; ii < n; ii += 16)
    for (int jj = 0; jj < n; jj += 16)
      for (int i = ii; i < MIN(ii + 16, n); i++)
        for (int j = jj; j < MIN(jj + 16, n); j++) {
          float sum = 0;
          for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
          c[i * n + j] = sum;
        }
}
