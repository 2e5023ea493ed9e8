// SYR2K, one product after the other.
// expect: 1
void syr2k(int n, int p, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      float s = 0;
      for (int k = 0; k < p; k++) {
        s += a[i * p + k] * b[j * p + k];
        s += b[i * p + k] * a[j * p + k];
      }
      c[i * n + j] = s;
    }
}
