// One dimension, channels last, before and behind which there are zeros; sums in double.
// expect: 1
void conv1d(int in, int out, int w, int k, int stride, int pad, const float *x, const float *f, double *restrict y) {
  for (int j = 0; j < w; j++)
    for (int o = 0; o < out; o++) {
      double sum = 0;
      for (int v = 0; v < k; v++)
        for (int c = 0; c < in; c++) {
          int ix = j * stride + v - pad;
          double e = ix >= 0 && ix < w * stride ? x[ix * in + c] : 0;
          sum += e * f[(v * in + c) * out + o];
        }
      y[j * out + o] = sum;
    }
}
