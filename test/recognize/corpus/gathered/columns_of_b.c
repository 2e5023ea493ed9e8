// Column j of B is idx[j].
// expect: 1
void gemm(int m, int n, int p, int ld, const long *idx, const double *a,
          const double *b, double *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * ld + idx[j]];
      c[i * n + j] = sum;
    }
}
