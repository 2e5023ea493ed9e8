// An if skips what is zero in the input.
// expect: 0
void conv(int in, int out, int oh, int ow, int k, int h, int w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int r = 0; r < k; r++)
        for (int s = 0; s < k; s++)
          for (int c = 0; c < in; c++)
            if (x[((i + r) * w + j + s) * in + c] != 0)
              for (int o = 0; o < out; o++)
                y[(i * ow + j) * out + o] += x[((i + r) * w + j + s) * in + c] *
                                             f[((r * k + s) * in + c) * out + o];
}
