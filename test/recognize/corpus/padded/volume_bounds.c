// A volume, over which the loops of the filter begin and end where it does.
// expect: 1
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int least(int a, int b) { return a < b ? a : b; }
void conv(int in, int out, int d, int h, int w, int kd, int kh, int kw, int stride, int pad, int od, int oh, int ow,
          const float *x, const float *f, float *y) {
  for (int o = 0; o < out; o++)
    for (int t = 0; t < od; t++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          int z0 = t * stride - pad, y0 = i * stride - pad, x0 = j * stride - pad;
          float sum = 0;
          for (int c = 0; c < in; c++)
            for (int q = most(0, -z0); q < least(kd, d - z0); q++)
              for (int u = most(0, -y0); u < least(kh, h - y0); u++)
                for (int v = most(0, -x0); v < least(kw, w - x0); v++)
                  sum += x[((c * d + z0 + q) * h + y0 + u) * w + x0 + v] *
                         f[(((o * in + c) * kd + q) * kh + u) * kw + v];
          y[((o * od + t) * oh + i) * ow + j] = sum;
        }
}
