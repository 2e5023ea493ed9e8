// Groups of channels, channels first.
// expect: 1
void conv(int groups, int in, int out, int oh, int ow, int kh, int kw, int h,
          int w, const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int g = 0; g < groups; g++)
    for (int o = 0; o < out; o++)
      for (int i = 0; i < oh; i++)
        for (int j = 0; j < ow; j++) {
          float sum = 0;
          for (int c = 0; c < in; c++)
            for (int r = 0; r < kh; r++)
              for (int s = 0; s < kw; s++)
                sum += x[((g * in + c) * h + i + r) * w + j + s] *
                       f[(((g * out + o) * in + c) * kh + r) * kw + s];
          y[((g * out + o) * oh + i) * ow + j] = sum;
        }
}
