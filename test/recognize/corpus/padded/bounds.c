// The loops of the filter begin and end where the image does.
// expect: 1
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int least(int a, int b) { return a < b ? a : b; }
void conv(int in, int out, int h, int w, int kh, int kw, int stride, int pad, int oh, int ow, const float *x,
          const float *f, float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        int y0 = i * stride - pad, x0 = j * stride - pad;
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = most(0, -y0); u < least(kh, h - y0); u++)
            for (int v = most(0, -x0); v < least(kw, w - x0); v++)
              sum += x[(c * h + y0 + u) * w + x0 + v] * f[((o * in + c) * kh + u) * kw + v];
        y[(o * oh + i) * ow + j] = sum;
      }
}
