// The window is clipped to the image: its size changes with the place.
// expect: 0
void conv(int in, int out, int h, int w, int k, const float *restrict x,
          const float *restrict f, float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k && i + r < h; r++)
            for (int s = 0; s < k && j + s < w; s++)
              sum += x[(c * h + i + r) * w + j + s] * f[((o * in + c) * k + r) * k + s];
        y[(o * h + i) * w + j] = sum;
      }
}
