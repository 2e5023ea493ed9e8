// Channels last, sums in memory, all loops perfectly nested.
// expect: 1
void conv(long in, long out, long oh, long ow, long kh, long kw, long w,
          const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (long i = 0; i < oh; i++)
    for (long j = 0; j < ow; j++)
      for (long o = 0; o < out; o++)
        for (long r = 0; r < kh; r++)
          for (long s = 0; s < kw; s++)
            for (long c = 0; c < in; c++)
              y[(i * ow + j) * out + o] +=
                  x[((i + r) * w + j + s) * in + c] *
                  f[((r * kw + s) * in + c) * out + o];
}
