// The trace of C is summed beside.
// expect: 1
double gemm(int n, const double *a, const double *b, double *c) {
  double trace = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
    trace += c[i * n + i];
  }
  return trace;
}
