// Fibonacci by matrices: 64-bit unsigned, modulo 2^64, constant size.
// expect: 1
void multiply(unsigned long long a[restrict 24][24],
              unsigned long long b[restrict 24][24],
              unsigned long long c[restrict 24][24]) {
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 24; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
