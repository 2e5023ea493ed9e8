// Floats that are summed up in parts, each of which is added to C.
// expect: 1
void multiply(long m, long n, long parts, const float *restrict a, const float *restrict b, double *restrict c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < parts; p++) {
        float s = 0;
        for (long k = 0; k < 100; k++)
          s += a[(i * parts + p) * 100 + k] * b[(p * 100 + k) * n + j];
        c[i * n + j] += s;
      }
}
