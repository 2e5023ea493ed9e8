// Channels last, all sizes known, sums in a scalar and in memory.
// expect: 2
void scalar(const float (*restrict x)[58][64], const float (*restrict f)[3][64][32],
            float (*restrict y)[56][32]) {
  for (int i = 0; i < 56; i++)
    for (int j = 0; j < 56; j++)
      for (int o = 0; o < 32; o++) {
        float sum = 0;
        for (int r = 0; r < 3; r++)
          for (int s = 0; s < 3; s++)
            for (int c = 0; c < 64; c++)
              sum += x[i + r][j + s][c] * f[r][s][c][o];
        y[i][j][o] = sum;
      }
}
void memory(const float (*restrict x)[58][64], const float (*restrict f)[3][64][32],
            float (*restrict y)[56][32]) {
  for (int i = 0; i < 56; i++)
    for (int j = 0; j < 56; j++)
      for (int o = 0; o < 32; o++)
        for (int r = 0; r < 3; r++)
          for (int s = 0; s < 3; s++)
            for (int c = 0; c < 64; c++)
              y[i][j][o] += x[i + r][j + s][c] * f[r][s][c][o];
}
