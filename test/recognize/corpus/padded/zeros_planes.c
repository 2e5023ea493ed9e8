// Each tap of a filter is added to a whole plane.
// expect: 1
static float at(const float *plane, int h, int w, int y, int x) {
  return y < 0 || y >= h || x < 0 || x >= w ? 0.0f : plane[y * w + x];
}
void conv_planes(int maps, int channels, int h, int w, const float *restrict in,
                 const float *restrict taps, int size, float *restrict out) {
  for (int m = 0; m < maps; m++)
    for (int c = 0; c < channels; c++)
      for (int u = 0; u < size; u++)
        for (int v = 0; v < size; v++) {
          float tap = taps[((m * channels + c) * size + u) * size + v];
          for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
              out[(m * h + y) * w + x] +=
                  tap * at(in + c * h * w, h, w, y + u - size / 2, x + v - size / 2);
        }
}
