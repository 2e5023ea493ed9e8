/* A product of half matrices for a target whose clang has no type for them:
 * compiled to IR for x86-64 and from there on for the other target. */
void product(long M, long N, long K, const _Float16 *restrict A, long lda,
             const _Float16 *restrict B, long ldb, float *restrict C,
             long ldc) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * ldc + j] += (float)A[i * lda + k] * (float)B[k * ldb + j];
}
