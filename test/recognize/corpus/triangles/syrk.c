// A triangular result.
// expect: 1
void syrk(int n, int p, const double *a, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * a[j * p + k];
}
