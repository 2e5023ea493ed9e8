// A is stored big-endian.
// expect: 1
void gemm(int n, const unsigned *a, const unsigned *b, unsigned *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned sum = 0;
      for (int k = 0; k < n; k++)
        sum += __builtin_bswap32(a[i * n + k]) * b[k * n + j];
      c[i * n + j] = sum;
    }
}
