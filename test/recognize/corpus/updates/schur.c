// A Schur complement from blocks in arrays of their own.
// expect: 1
void schur(int m, int n, int p, const float *restrict a21,
           const float *restrict x, float *restrict a22) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a21[i * p + k] * x[k * n + j];
      a22[i * n + j] -= sum;
    }
}
