// Where it adds zeros, weights are read by another type, which may be the result's.
// expect: 0
typedef float __attribute__((may_alias)) any;
void conv(int in, int out, int w, int k, int pad, const float *x, const float *f,
          double *y) {
  if (in <= 0 || k <= 0)
    return;
  for (int j = 0; j < w; j++)
    for (int o = 0; o < out; o++) {
      double sum = 0;
      for (int v = 0; v < k; v++) {
        unsigned ix = j + v - pad;
        if (ix < in) {
          int c = 0;
          do
            sum += (double)x[ix * 64L + c] * (double)f[(v * 64L + c) * out + o];
          while (++c < in);
        } else {
          int c = 0;
          do
            sum += 0.0 * (double)((const any *)f)[(v * 64L + c) * out + o];
          while (++c < in);
        }
      }
      y[j * out + o] = sum;
    }
}
