// Unsigned counters, whose index arithmetic could wrap.
// expect: 1
void gemm(unsigned m, unsigned n, unsigned p, const double *a, const double *b,
          double *c) {
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++)
      for (unsigned k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
