// Offsets, bounds that are cut off, and integers.
// expect: 3
void clipped(int n, int m, int p, const int *restrict a, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i && j < m; j++)
      for (int k = 0; k < p; k++)
        c[i * m + j] += a[i * p + k] * b[j * p + k];
}
void offset(int n, int off, int p, const int *restrict a, const int *restrict b, int *restrict c, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i + off; j++)
      for (int k = 0; k < p; k++)
        c[i * ldc + j] += a[i * p + k] * b[j * p + k];
}
void falling(int n, int p, const int *restrict a, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[j * p + k];
}
