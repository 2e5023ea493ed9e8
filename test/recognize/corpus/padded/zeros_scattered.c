// Channels last; each element goes to all output channels, which are in memory.
// expect: 1
void conv_hwc(int H, int W, int C, int O, int K, const float *restrict in,
              const float *restrict w, float *restrict out) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      for (int r = 0; r < K; r++)
        for (int s = 0; s < K; s++) {
          int iy = y + r - K / 2, ix = x + s - K / 2;
          int inside = iy >= 0 && iy < H && ix >= 0 && ix < W;
          for (int c = 0; c < C; c++) {
            float v = inside ? in[(iy * W + ix) * C + c] : 0.f;
            for (int o = 0; o < O; o++)
              out[(y * W + x) * O + o] += v * w[((r * K + s) * C + c) * O + o];
          }
        }
}
