// Which matrix an element is of is decided by data that is loaded in the nest, which
// LLVM takes for perhaps undefined.
// expect: 0
void mixed(int n, const int *which, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        const double *p = which[k] ? a : c;
        c[i * n + j] += p[i * n + k] * b[k * n + j];
      }
}
