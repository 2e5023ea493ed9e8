// A convolution in two dimensions, one channel.
// expect: 0
void convolve(int h, int w, const float *restrict x, const float *restrict f,
              float *restrict y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      float sum = 0;
      for (int r = 0; r < 5; r++)
        for (int s = 0; s < 5; s++)
          sum += x[(i + r) * (w + 4) + j + s] * f[r * 5 + s];
      y[i * w + j] = sum;
    }
}
