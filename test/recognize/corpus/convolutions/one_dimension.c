// One dimension, channels of input and output.
// expect: 1
void conv1d(int in, int out, int w, int kw, const float *x, const float *f,
            float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int j = 0; j < w; j++) {
      float sum = 0;
      for (int c = 0; c < in; c++)
        for (int s = 0; s < kw; s++)
          sum += f[(o * in + c) * kw + s] * x[c * (w + kw - 1) + j + s];
      y[o * w + j] = sum;
    }
}
