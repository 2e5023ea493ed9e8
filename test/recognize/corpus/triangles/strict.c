// Without the diagonal, below and above it.
// expect: 2
void below(int n, int p, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[j * p + k];
      c[i * n + j] = s;
    }
}
void above(int n, int p, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
