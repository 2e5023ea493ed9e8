// The nest also clears the array of the next step.
// expect: 1
void gemm(int n, const float *restrict a, const float *restrict b,
          float *restrict c, float *restrict next) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      next[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
