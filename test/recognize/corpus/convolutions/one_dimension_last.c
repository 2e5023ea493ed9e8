// One dimension, channels last, sum in memory that starts with the bias.
// expect: 1
void conv1d(long in, long out, long w, long kw, const float *restrict x,
            const float *restrict f, const float *restrict bias,
            float *restrict y) {
  for (long j = 0; j < w; j++) {
    for (long o = 0; o < out; o++)
      y[j * out + o] = bias[o];
    for (long s = 0; s < kw; s++)
      for (long c = 0; c < in; c++)
        for (long o = 0; o < out; o++)
          y[j * out + o] += x[(j + s) * in + c] * f[(s * in + c) * out + o];
  }
}
