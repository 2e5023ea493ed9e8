// Sums in memory, all loops perfectly nested, as a polyhedral compiler wants them.
// expect: 1
void conv(long batch, long in, long out, long oh, long ow, long kh, long kw,
          const float x[batch][in][oh + kh - 1][ow + kw - 1],
          const float f[out][in][kh][kw],
          float y[restrict batch][out][oh][ow]) {
  for (long n = 0; n < batch; n++)
    for (long o = 0; o < out; o++)
      for (long i = 0; i < oh; i++)
        for (long j = 0; j < ow; j++)
          for (long c = 0; c < in; c++)
            for (long r = 0; r < kh; r++)
              for (long s = 0; s < kw; s++)
                y[n][o][i][j] += x[n][c][i + r][j + s] * f[o][c][r][s];
}
