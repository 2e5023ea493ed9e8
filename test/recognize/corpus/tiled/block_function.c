// A function multiplies one block and is called for each.
// expect: 1
static void block(int m, int n, int p, const double *a, const double *b,
                  double *c, int ld) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i * ld + j] += a[i * ld + k] * b[k * ld + j];
}
static int min(int x, int y) { return x < y ? x : y; }
void gemm(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i += 40)
    for (int j = 0; j < n; j += 40)
      for (int k = 0; k < n; k += 40)
        block(min(40, n - i), min(40, n - j), min(40, n - k), a + i * n + k,
              b + k * n + j, c + i * n + j, n);
}
