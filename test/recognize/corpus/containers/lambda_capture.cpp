// A lambda captures everything by reference and computes one element.
// expect: 1
void gemm(int m, int n, int p, const double *a, const double *b, double *c) {
  auto element = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < p; k++)
      sum += a[i * p + k] * b[k * n + j];
    return sum;
  };
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] = element(i, j);
}
