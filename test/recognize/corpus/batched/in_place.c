// A batch with strides, summed in place.
// expect: 1
void batched(long count, long m, long n, long p, const double *restrict a,
             long sa, const double *restrict b, long sb, double *restrict c,
             long sc) {
  for (long t = 0; t < count; t++)
    for (long i = 0; i < m; i++)
      for (long k = 0; k < p; k++)
        for (long j = 0; j < n; j++)
          c[t * sc + i * n + j] +=
              a[t * sa + i * p + k] * b[t * sb + k * n + j];
}
