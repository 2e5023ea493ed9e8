// The number of groups moves with the row.
// expect: 0
void multiply(int m, int n, const int *groups, const signed char *restrict a, const signed char *restrict b, const float *restrict s, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int g = 0; g < groups[i]; g++) {
        int isum = 0;
        for (int k = 0; k < 32; k++)
          isum += a[(i * 64 + g) * 32 + k] * b[(j * 64 + g) * 32 + k];
        sum += isum * s[g];
      }
      c[i * n + j] = sum;
    }
}
