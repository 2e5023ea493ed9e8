// What is outside counts as zero, which is added.
// expect: 1
void conv(int in, int out, int h, int w, int k, int pad, const float *x, const float *f, float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i + u - pad, ix = j + v - pad;
              float e = iy >= 0 && iy < h && ix >= 0 && ix < w ? x[(c * h + iy) * w + ix] : 0;
              sum += e * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * h + i) * w + j] = sum;
      }
}
