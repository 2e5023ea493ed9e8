// The loops over the filter are around those over the image.
// expect: 1
void conv(int in, int out, int oh, int ow, int kh, int kw, int pitch,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int c = 0; c < in; c++)
      for (int r = 0; r < kh; r++)
        for (int s = 0; s < kw; s++)
          for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++)
              y[(o * oh + i) * ow + j] += f[((o * in + c) * kh + r) * kw + s] *
                                          x[(c * pitch + i + r) * pitch + j + s];
}
