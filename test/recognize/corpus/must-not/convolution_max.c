// The largest instead of the sum: pooling with weights.
// expect: 0
void pool(int in, int out, int oh, int ow, int k, int h, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float most = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k; r++)
            for (int s = 0; s < k; s++) {
              float v = x[(c * h + i + r) * w + j + s] * f[((o * in + c) * k + r) * k + s];
              most = v > most ? v : most;
            }
        y[(o * oh + i) * ow + j] = most;
      }
}
