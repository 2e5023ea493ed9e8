// Channels last; the pixel's channels get their start values first, and sums go through memory.
// expect: 1
void conv(int in, int out, int h, int w, int k, int pad, const float *restrict x, const float *restrict f,
          const float *restrict bias, float *restrict y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      float *at = y + (i * w + j) * out;
      for (int o = 0; o < out; o++)
        at[o] = bias[o];
      for (int u = 0; u < k; u++)
        for (int v = 0; v < k; v++) {
          int iy = i + u - pad, ix = j + v - pad;
          if (iy < 0 || ix < 0 || iy >= h || ix >= w)
            continue;
          for (int c = 0; c < in; c++)
            for (int o = 0; o < out; o++)
              at[o] += x[(iy * w + ix) * in + c] * f[((u * k + v) * in + c) * out + o];
        }
    }
}
