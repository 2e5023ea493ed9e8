// The bounds are global variables.
// expect: 1
int M, N, P;
void gemm(const double *a, const double *b, double *c) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      c[i * N + j] = 0;
      for (int k = 0; k < P; k++)
        c[i * N + j] += a[i * P + k] * b[k * N + j];
    }
}
