// D = A B C by way of a temporary matrix.
// expect: 2
void chain(int n, const double *a, const double *b, const double *c, double *t,
           double *d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        t[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        d[i * n + j] += t[i * n + k] * c[k * n + j];
    }
}
