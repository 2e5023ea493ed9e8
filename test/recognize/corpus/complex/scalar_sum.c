// The same with a sum of its own, and transposed.
// expect: 1
// flags: -fcx-limited-range
void gemm(int n, const _Complex float *restrict a, const _Complex float *restrict b,
          _Complex float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      _Complex float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[j * n + k];
      c[i * n + j] = s;
    }
}
