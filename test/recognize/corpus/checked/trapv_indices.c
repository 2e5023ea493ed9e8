// -ftrapv on float sums: only indices are checked.
// expect: 1
// flags: -ftrapv
void gemm(int n, const float *a, const float *b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
