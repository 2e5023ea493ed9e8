// A convolution with one-by-one filters.
// expect: 1
void convolve(int h, int w, int in, int out, const float *x, const float *f,
              float *y) {
  for (int r = 0; r < h; r++)
    for (int s = 0; s < w; s++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          sum += x[(r * w + s) * in + c] * f[c * out + o];
        y[(r * w + s) * out + o] = sum;
      }
}
