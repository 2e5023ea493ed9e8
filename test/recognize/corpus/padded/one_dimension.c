// A signal of several channels; causal with dilation, so that only the beginning is padded.
// expect: 1
void conv(int in, int out, int n, int k, int dil, const float *restrict x, const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int c = 0; c < in; c++)
        for (int u = 0; u < k; u++) {
          int at = i - (k - 1 - u) * dil;
          if (at >= 0)
            sum += x[c * n + at] * f[(o * in + c) * k + u];
        }
      y[o * n + i] = sum;
    }
}
