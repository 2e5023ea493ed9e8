// A symmetric operand of which half is stored.
// expect: 0
void symm(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (k <= i ? a[i * n + k] : a[k * n + i]) * b[k * n + j];
      c[i * n + j] = sum;
    }
}
