// What each group adds up to is stored as well.
// expect: 0
void multiply(int m, int n, int groups, const signed char *restrict a, const signed char *restrict b, const float *restrict s, float *restrict c, float *restrict trace) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int g = 0; g < groups; g++) {
        int isum = 0;
        for (int k = 0; k < 32; k++)
          isum += a[(i * groups + g) * 32 + k] * b[(j * groups + g) * 32 + k];
        sum += isum * s[g];
        trace[g] = sum;
      }
      c[i * n + j] = sum;
    }
}
