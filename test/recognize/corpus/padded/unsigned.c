// One comparison of unsigned numbers for both sides.
// expect: 1
void conv(int in, int out, int h, int w, int kh, int kw, int stride, int ph, int pw, int oh, int ow,
          const double *restrict x, const double *restrict f, double *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        double sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < kh; u++)
            for (int v = 0; v < kw; v++) {
              int iy = i * stride + u - ph, ix = j * stride + v - pw;
              if ((unsigned)iy < (unsigned)h && (unsigned)ix < (unsigned)w)
                sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * kh + u) * kw + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}
