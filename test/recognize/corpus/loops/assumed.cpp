// The sizes are known to be positive multiples of 8.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  __builtin_assume(m > 0 && n > 0 && p > 0);
  __builtin_assume(m % 8 == 0 && n % 8 == 0 && p % 8 == 0);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
