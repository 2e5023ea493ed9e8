// The diagonal has a statement of its own, beside the triangle.
// expect: 1
void similarity(int n, int k, const float *restrict x, const float *restrict scale, float *restrict c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += x[i * k + l] * x[j * k + l];
      c[i * n + j] = s * scale[i] * scale[j];
    }
    c[i * n + i] = 1;
  }
}
