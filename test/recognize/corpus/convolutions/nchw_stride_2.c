// Channels first, stride 2.
// expect: 1
void conv(int in, int out, int h, int w, int oh, int ow, int kh, int kw, const float *restrict x, const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < kh; r++)
            for (int s = 0; s < kw; s++)
              sum += x[(c * h + 2 * i + r) * w + 2 * j + s] * f[((o * in + c) * kh + r) * kw + s];
        y[(o * oh + i) * ow + j] = sum;
      }
}
