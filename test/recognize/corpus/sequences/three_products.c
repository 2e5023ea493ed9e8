// G = (A B)(C D).
// expect: 3
typedef float T;
static void gemm(int n, const T *a, const T *b, T *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
static void gemm_t(int n, const T *a, const T *b, T *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] = sum;
    }
}
void chain(int n, const T *a, const T *b, const T *c, const T *d, T *e, T *f,
           T *g) {
  gemm(n, a, b, e);
  gemm_t(n, c, d, f);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        g[i * n + j] += e[i * n + k] * f[k * n + j];
}
