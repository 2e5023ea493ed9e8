// Tiles in tiles.
// expect: 1
static long min(long x, long y) { return x < y ? x : y; }
void gemm(long n, const float *a, const float *b, float *c) {
  for (long i2 = 0; i2 < n; i2 += 256)
    for (long k2 = 0; k2 < n; k2 += 256)
      for (long i1 = i2; i1 < min(i2 + 256, n); i1 += 32)
        for (long k1 = k2; k1 < min(k2 + 256, n); k1 += 32)
          for (long i = i1; i < min(i1 + 32, n); i++)
            for (long k = k1; k < min(k1 + 32, n); k++)
              for (long j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
