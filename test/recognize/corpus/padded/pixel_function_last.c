// A function that gives a channel of a pixel or zero; the sum is in memory.
// expect: 1
static float at(const float *x, int h, int w, int in, int iy, int ix, int c) {
  if ((unsigned)iy >= (unsigned)h || (unsigned)ix >= (unsigned)w)
    return 0;
  return x[(iy * w + ix) * in + c];
}
void conv(int in, int out, int h, int w, int k, int pad, const float *x, const float *f, float *y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      for (int o = 0; o < out; o++)
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++)
            for (int c = 0; c < in; c++)
              y[(i * w + j) * out + o] +=
                  at(x, h, w, in, i + u - pad, j + v - pad, c) * f[((o * k + u) * k + v) * in + c];
}
