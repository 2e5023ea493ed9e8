// A call for each row may do anything: each row is a vector times a matrix.
// expect: 1
void report(int row);
void gemm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    report(i);
  }
}
