/* Products of bfloats: with the order of additions free as the options say, or
 * free but for what else -ffast-math allows (KEEP_ZEROS): signs of zeros count,
 * and so do infinities and NaNs. */
#ifdef KEEP_ZEROS
#pragma clang fp reassociate(on) contract(fast)
#endif

#define OPERANDS                                                               \
  const __bf16 *restrict A, long lda, const __bf16 *restrict B, long ldb,      \
      float *restrict C, long ldc

void adds(long M, long N, long K, OPERANDS) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * ldc + j] += (float)A[i * lda + k] * (float)B[k * ldb + j];
}

void subtracts(long M, long N, long K, OPERANDS) {
  for (long i = 0; i < M; i++)
    for (long k = 0; k < K; k++)
      for (long j = 0; j < N; j++)
        C[i * ldc + j] -= (float)A[i * lda + k] * (float)B[k * ldb + j];
}
