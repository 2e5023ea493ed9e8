// Channels first; all four bounds in one condition.
// expect: 1
void conv(int in, int out, int h, int w, int k, int stride, int pad, int dil, int oh, int ow,
          const float *x, const float *f, const float *bias, float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i * stride - pad + u * dil, ix = j * stride - pad + v * dil;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}
