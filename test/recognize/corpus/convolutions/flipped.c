// A true convolution: the filter is read backwards.
// expect: 1
void conv(int in, int out, int oh, int ow, int k, const double *restrict x,
          const double *restrict f, double *restrict y) {
  int w = ow + k - 1, h = oh + k - 1;
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        double sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k; r++)
            for (int s = 0; s < k; s++)
              sum += x[(c * h + i + r) * w + j + s] *
                     f[((o * in + c) * k + k - 1 - r) * k + k - 1 - s];
        y[(o * oh + i) * ow + j] = sum;
      }
}
