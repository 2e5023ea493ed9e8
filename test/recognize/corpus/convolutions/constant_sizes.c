// All sizes are known: arrays, as in generated code.
// expect: 2
void conv3x3(const float x[64][30][30], const float f[128][64][3][3],
             float y[restrict 128][28][28]) {
  for (int o = 0; o < 128; o++)
    for (int i = 0; i < 28; i++)
      for (int j = 0; j < 28; j++) {
        float sum = 0;
        for (int c = 0; c < 64; c++)
          for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++)
              sum += x[c][i + r][j + s] * f[o][c][r][s];
        y[o][i][j] = sum;
      }
}
void conv5x5(const float x[14][14][16], const float f[5][5][16][32],
             float y[restrict 10][10][32]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      for (int o = 0; o < 32; o++) {
        y[i][j][o] = 0;
        for (int r = 0; r < 5; r++)
          for (int s = 0; s < 5; s++)
            for (int c = 0; c < 16; c++)
              y[i][j][o] += x[i + r][j + s][c] * f[r][s][c][o];
      }
}
