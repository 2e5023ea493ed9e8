// int16_t sums: each step is cut to 16 bits, which changes nothing modulo 2^16.
// expect: 1
void gemm(int n, const short *restrict a, const short *restrict b,
          short *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
