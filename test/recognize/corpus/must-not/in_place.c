// The result replaces an operand while it is read.
// expect: 0
void gemm(int n, double *a, const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[i * n + j] += a[i * n + k] * b[k * n + j];
}
