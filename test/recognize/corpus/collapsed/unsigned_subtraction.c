// The remainder is what the quotient leaves.
// expect: 1
void multiply(unsigned m, unsigned n, unsigned l, const double *a,
              const double *b, double *c) {
  for (unsigned t = 0; t < m * n; t++) {
    unsigned i = t / n, j = t - i * n;
    for (unsigned k = 0; k < l; k++)
      c[i * n + j] += a[i * l + k] * b[k * n + j];
  }
}
