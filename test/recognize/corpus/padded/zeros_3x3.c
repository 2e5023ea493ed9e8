// Zeros around a filter of 3x3, and ReLU.
// expect: 1
void conv(int in, int out, int h, int w, const float *x, const float (*f)[3][3], const float *bias,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = bias[o];
        for (int c = 0; c < in; c++)
          for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++) {
              int iy = i + u - 1, ix = j + v - 1;
              float e = iy >= 0 && iy < h && ix >= 0 && ix < w ? x[(c * h + iy) * w + ix] : 0;
              sum += e * f[o * in + c][u][v];
            }
        y[(o * h + i) * w + j] = sum > 0 ? sum : 0;
      }
}
