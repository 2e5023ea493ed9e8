// Filters of 7 by 7, channels last.
// expect: 1
void conv(int in, int out, int oh, int ow, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int r = 0; r < 7; r++)
          for (int s = 0; s < 7; s++)
            for (int c = 0; c < in; c++)
              sum += x[((i + r) * (ow + 6) + j + s) * in + c] * f[((r * 7 + s) * in + c) * out + o];
        y[(i * ow + j) * out + o] = sum;
      }
}
