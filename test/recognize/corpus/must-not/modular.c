// Each step is reduced modulo a prime.
// expect: 0
void multiply(int n, const long *a, const long *b, long *restrict c, long q) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] = (c[i * n + j] + a[i * n + k] * b[k * n + j]) % q;
}
