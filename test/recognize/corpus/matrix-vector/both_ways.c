// With the transposed matrix's product beside it, in the same loops.
// expect: 1
void both_ways(int m, int n, const double *restrict a, const double *restrict r,
               const double *restrict p, double *restrict s,
               double *restrict q) {
  for (int i = 0; i < m; i++) {
    q[i] = 0;
    for (int k = 0; k < n; k++) {
      s[k] += r[i] * a[i * n + k];
      q[i] += a[i * n + k] * p[k];
    }
  }
}
