// One dimension with stride and dilation, as in speech models.
// expect: 1
void conv1d(int in, int out, int w, int kw, int stride, int dilation, int pitch,
            const float *restrict x, const float *restrict f,
            float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int j = 0; j < w; j++) {
      float sum = 0;
      for (int c = 0; c < in; c++)
        for (int s = 0; s < kw; s++)
          sum += x[c * pitch + j * stride + s * dilation] * f[(o * in + c) * kw + s];
      y[o * w + j] = sum;
    }
}
