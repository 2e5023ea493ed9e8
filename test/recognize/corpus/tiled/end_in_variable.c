// The tile's ends are variables.
// expect: 1
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i0 = 0; i0 < m; i0 += 64) {
    int i1 = i0 + 64 < m ? i0 + 64 : m;
    for (int k0 = 0; k0 < p; k0 += 64) {
      int k1 = k0 + 64 < p ? k0 + 64 : p;
      for (int i = i0; i < i1; i++)
        for (int k = k0; k < k1; k++)
          for (int j = 0; j < n; j++)
            c[i * n + j] += a[i * p + k] * b[k * n + j];
    }
  }
}
