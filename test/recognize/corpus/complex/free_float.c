// The same with the sum in memory, of pointers that may overlap.
// expect: 1
// flags: -ffast-math
void gemm(int n, const _Complex float *a, const _Complex float *b,
          _Complex float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
