// The activation of the layer before: A or zero.
// expect: 1
void layer(int n, const float *a, const float *w, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += (a[i * n + k] > 0 ? a[i * n + k] : 0) * w[k * n + j];
      c[i * n + j] = sum;
    }
}
