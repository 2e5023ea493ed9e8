// A whole blocked LU: panel, row of blocks, trailing update.
// expect: 1
void lu(int n, int nb, double *a) {
  for (int k0 = 0; k0 < n; k0 += nb) {
    int k1 = k0 + nb < n ? k0 + nb : n;
    for (int k = k0; k < k1; k++)
      for (int i = k + 1; i < n; i++) {
        a[i * n + k] /= a[k * n + k];
        for (int j = k + 1; j < k1; j++)
          a[i * n + j] -= a[i * n + k] * a[k * n + j];
      }
    for (int k = k0; k < k1; k++)
      for (int i = k + 1; i < k1; i++)
        for (int j = k1; j < n; j++)
          a[i * n + j] -= a[i * n + k] * a[k * n + j];
    for (int i = k1; i < n; i++)
      for (int j = k1; j < n; j++)
        for (int k = k0; k < k1; k++)
          a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}
