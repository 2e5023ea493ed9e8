// A copy of A is made in the same nest.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c, float *restrict copy) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      copy[i * n + k] = a[i * n + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
