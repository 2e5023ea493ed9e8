// A function that gives the pixel or zero, as in Darknet's im2col.
// expect: 1
static float pixel(const float *x, int h, int w, int c, int iy, int ix) {
  if (iy < 0 || ix < 0 || iy >= h || ix >= w)
    return 0;
  return x[ix + w * (iy + h * c)];
}
void conv(int in, int out, int h, int w, int k, int stride, int pad, int oh, int ow, const float *x, const float *f,
          float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              y[(o * oh + i) * ow + j] +=
                  pixel(x, h, w, c, i * stride + u - pad, j * stride + v - pad) * f[((o * in + c) * k + u) * k + v];
}
