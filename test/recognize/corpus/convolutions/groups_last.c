// Groups of channels, channels last: the group is a loop inside.
// expect: 1
void conv(int groups, int in, int out, int oh, int ow, int kh, int kw, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int g = 0; g < groups; g++)
        for (int o = 0; o < out; o++) {
          float sum = 0;
          for (int r = 0; r < kh; r++)
            for (int s = 0; s < kw; s++)
              for (int c = 0; c < in; c++)
                sum += x[(((i + r) * w + j + s) * groups + g) * in + c] *
                       f[(((g * out + o) * kh + r) * kw + s) * in + c];
          y[((i * ow + j) * groups + g) * out + o] = sum;
        }
}
