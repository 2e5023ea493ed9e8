// Filters of 5 by 5, channels first.
// expect: 1
void conv(int in, int out, int oh, int ow, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < 5; r++)
            for (int s = 0; s < 5; s++)
              sum += x[(c * (oh + 4) + i + r) * (ow + 4) + j + s] * f[((o * in + c) * 5 + r) * 5 + s];
        y[(o * oh + i) * ow + j] = sum;
      }
}
