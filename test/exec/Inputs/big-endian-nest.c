void product(long m, long n, long kk, const L *restrict A, const R *restrict B,
             T *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < kk; k++)
        C[i * n + j] += (T)A[i * kk + k] * (T)B[k * n + j];
}
