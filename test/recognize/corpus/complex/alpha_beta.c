// What becomes of both parts of the sum is one product, and reads C.
// expect: 1
// flags: -fcx-limited-range
void gemm(int n, _Complex double alpha, _Complex double beta, const _Complex double *restrict a,
          const _Complex double *restrict b, _Complex double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      _Complex double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = alpha * s + beta * c[i * n + j];
    }
}
