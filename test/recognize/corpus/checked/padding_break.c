// The first pixel outside ends the row of the filter: none does without padding.
// expect: 1
void conv(int in, int out, int h, int w, int k, int pad, const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i + u - pad, ix = j + v - pad;
              if (iy < 0 || iy >= h || ix < 0 || ix >= w)
                break;
              sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * h + i) * w + j] = sum;
      }
}
