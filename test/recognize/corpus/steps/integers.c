// Two products of integers, in any order.
// expect: 1
void both(int m, int n, int p, const int *restrict a, const int *restrict b,
          const int *restrict d, const int *restrict e, int *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j] - d[i * p + k] * e[j * p + k];
}
