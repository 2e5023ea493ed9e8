// One loop over the points of a convolution's window and the channels.
// expect: 1
void convolve(long o, long c, long h, long w, const float *in,
              const float *weights, float *out) {
  for (long f = 0; f < o; f++)
    for (long y = 0; y + 2 < h; y++)
      for (long x = 0; x + 2 < w; x++) {
        float sum = 0;
        for (long t = 0; t < c * 9; t++) {
          long z = t / 9, u = t % 9 / 3, v = t % 3;
          sum += in[(z * h + y + u) * w + x + v] * weights[f * c * 9 + t];
        }
        out[(f * (h - 2) + y) * (w - 2) + x] = sum;
      }
}
