// Filters of 5 by 5, channels last.
// expect: 1
void conv(int in, int out, int oh, int ow, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int r = 0; r < 5; r++)
          for (int s = 0; s < 5; s++)
            for (int c = 0; c < in; c++)
              sum += x[((i + r) * (ow + 4) + j + s) * in + c] * f[((r * 5 + s) * in + c) * out + o];
        y[(i * ow + j) * out + o] = sum;
      }
}
