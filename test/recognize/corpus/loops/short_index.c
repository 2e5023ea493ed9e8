// Counters of type short.
// expect: 1
void gemm(short m, short n, short p, const float *a, const float *b, float *c) {
  for (short i = 0; i < m; i++)
    for (short j = 0; j < n; j++)
      for (short k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
