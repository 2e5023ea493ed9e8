// Squared differences.
// expect: 0
void distances(int m, int n, int p, const float *x, const float *y, float *d) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++) {
        float t = x[i * p + k] - y[j * p + k];
        sum += t * t;
      }
      d[i * n + j] = sum;
    }
}
