// Each group's sum is clipped before it is added, as accelerators do.
// expect: 1
void multiply(int m, int n, int groups, const short *restrict a, const short *restrict b, int *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int g = 0; g < groups; g++) {
        int part = 0;
        for (int k = 0; k < 48; k++)
          part += a[(i * groups + g) * 48 + k] * b[(j * groups + g) * 48 + k];
        sum += part > 65535 ? 65535 : part < -65536 ? -65536 : part;
      }
      c[i * n + j] = sum;
    }
}
