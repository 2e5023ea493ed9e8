// The gradient of the filters.
// expect: 1
void gradient(int in, int out, int oh, int ow, int kh, int kw, int h, int w,
              const float *restrict x, const float *restrict dy,
              float *restrict df) {
  for (int o = 0; o < out; o++)
    for (int c = 0; c < in; c++)
      for (int r = 0; r < kh; r++)
        for (int s = 0; s < kw; s++) {
          float sum = 0;
          for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++)
              sum += dy[(o * oh + i) * ow + j] * x[(c * h + i + r) * w + j + s];
          df[((o * in + c) * kh + r) * kw + s] += sum;
        }
}
