// Arrays whose sizes are all known.
// expect: 1
enum { IN = 32, OUT = 64, H = 28, W = 28, K = 5 };
float x[IN][H][W], f[OUT][IN][K][K], y[OUT][H][W];
void conv(void) {
  for (int o = 0; o < OUT; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        float sum = 0;
        for (int c = 0; c < IN; c++)
          for (int u = 0; u < K; u++)
            for (int v = 0; v < K; v++) {
              int iy = i + u - K / 2, ix = j + v - K / 2;
              if (iy >= 0 && iy < H && ix >= 0 && ix < W)
                sum += x[c][iy][ix] * f[o][c][u][v];
            }
        y[o][i][j] = sum;
      }
}
