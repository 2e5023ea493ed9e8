// A bank of filters over one signal: no channels of input.
// expect: 1
void bank(int filters, int n, int taps, const double *x, const double *f,
          double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int o = 0; o < filters; o++) {
      double sum = 0;
      for (int t = 0; t < taps; t++)
        sum += x[i + t] * f[o * taps + t];
      y[o * n + i] = sum;
    }
}
