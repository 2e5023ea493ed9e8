/* The product whose instructions `scripts/bench --target` counts. */
void product(long N, const OPERAND *restrict A, const OPERAND *restrict B,
             SUM *restrict C) {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < N; k++)
        C[i * N + j] += (SUM)A[i * N + k] * (SUM)B[k * N + j];
}
