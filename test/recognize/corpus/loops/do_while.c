// do loops, which run once at least.
// expect: 1
void gemm(int m, int n, int p, const double *a, const double *b, double *c) {
  int i = 0;
  do {
    int j = 0;
    do {
      double sum = 0;
      int k = 0;
      do
        sum += a[i * p + k] * b[k * n + j];
      while (++k < p);
      c[i * n + j] = sum;
    } while (++j < n);
  } while (++i < m);
}
