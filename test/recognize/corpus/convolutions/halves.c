// _Float16 with sums in float.
// expect: 1
void conv(int in, int out, int oh, int ow, int kh, int kw, int w,
          const _Float16 *restrict x, const _Float16 *restrict f,
          float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int r = 0; r < kh; r++)
          for (int s = 0; s < kw; s++)
            for (int c = 0; c < in; c++)
              sum += (float)x[((i + r) * w + j + s) * in + c] *
                     (float)f[((r * kw + s) * in + c) * out + o];
        y[(i * ow + j) * out + o] = sum;
      }
}
