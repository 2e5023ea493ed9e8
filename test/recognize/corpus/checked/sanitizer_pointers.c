// Traps of UBSan at overflow of pointers as well.
// expect: 3
// flags: -fsanitize=bounds,signed-integer-overflow,pointer-overflow -fsanitize-trap=all
void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}
void arrays(int m, int n, int k, float a[m][k], float b[k][n], float c[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i][j] += a[i][p] * b[p][j];
}
void rows(int m, int n, int k, float **a, float **b, float **c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++)
        sum += a[i][p] * b[p][j];
      c[i][j] = sum;
    }
}
