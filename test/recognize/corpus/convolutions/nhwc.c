// Channels last, stride 1.
// expect: 1
void conv(int in, int out, int oh, int ow, int kh, int kw, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int r = 0; r < kh; r++)
          for (int s = 0; s < kw; s++)
            for (int c = 0; c < in; c++)
              sum += x[((i + r) * (ow + kw - 1) + j + s) * in + c] * f[((r * kw + s) * in + c) * out + o];
        y[(i * ow + j) * out + o] = sum;
      }
}
