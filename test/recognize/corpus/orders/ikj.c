// Loops i, k, j with the element of A in a variable.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++) {
      float x = a[i * p + k];
      for (int j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}
