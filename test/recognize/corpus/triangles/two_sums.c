// Both products of a symmetric update in one loop, of which one triangle is stored.
// expect: 2
void update(int n, int m, double alpha, double beta, const double *a,
            const double *b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0, t = 0;
      for (int k = 0; k < m; k++) {
        s += a[i * m + k] * b[j * m + k];
        t += b[i * m + k] * a[j * m + k];
      }
      c[i * n + j] = alpha * s + alpha * t + beta * c[i * n + j];
    }
}
