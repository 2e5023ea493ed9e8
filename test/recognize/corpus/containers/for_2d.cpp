// A helper runs a lambda for all i, j.
// expect: 1
template <typename F> static void forAll(int m, int n, F Body) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      Body(i, j);
}
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  forAll(m, n, [&](int i, int j) {
    for (int k = 0; k < p; k++)
      c[i * n + j] += a[i * p + k] * b[k * n + j];
  });
}
