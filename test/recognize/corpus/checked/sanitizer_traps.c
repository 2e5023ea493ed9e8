// Traps of UBSan at overflow of indices and at the bounds of arrays.
// expect: 2
// flags: -fsanitize=bounds,signed-integer-overflow -fsanitize-trap=all
float A[64][64], B[64][64], C[64][64];
void gemm(int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        C[i][j] += A[i][p] * B[p][j];
}
void gemm_flat(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}
