// A triangular result, two products that are added first.
// expect: 1
void syr2k(int n, int p, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j <= i; j++)
        c[i * n + j] +=
            a[j * p + k] * b[i * p + k] + b[j * p + k] * a[i * p + k];
}
