// A test before the loops.
// expect: 1
int gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  if (m <= 0 || n <= 0 || p <= 0 || !a || !b || !c)
    return -1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  return 0;
}
