// The end of the matrix is a second condition of the loop.
// expect: 1
void gemm(int n, const float *a, const float *b, float *c) {
  for (int ii = 0; ii < n; ii += 32)
    for (int jj = 0; jj < n; jj += 32)
      for (int i = ii; i < ii + 32 && i < n; i++)
        for (int j = jj; j < jj + 32 && j < n; j++)
          for (int k = 0; k < n; k++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}
