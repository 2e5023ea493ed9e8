// Filters of 7 by 7, channels first.
// expect: 1
void conv(int in, int out, int oh, int ow, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < 7; r++)
            for (int s = 0; s < 7; s++)
              sum += x[(c * (oh + 6) + i + r) * (ow + 6) + j + s] * f[((o * in + c) * 7 + r) * 7 + s];
        y[(o * oh + i) * ow + j] = sum;
      }
}
