// Channels in blocks of 16, as libraries lay them out.
// expect: 1
void conv(int in, int out, int oh, int ow, int kh, int kw, int h, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int ob = 0; ob < out; ob++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++)
        for (int cb = 0; cb < in; cb++)
          for (int r = 0; r < kh; r++)
            for (int s = 0; s < kw; s++)
              for (int c = 0; c < 16; c++)
                for (int o = 0; o < 16; o++)
                  y[((ob * oh + i) * ow + j) * 16 + o] +=
                      x[((cb * h + i + r) * w + j + s) * 16 + c] *
                      f[((((ob * in + cb) * kh + r) * kw + s) * 16 + c) * 16 + o];
}
