// Sizes in int, indices in long, as signed numbers and as ones without a sign.
// expect: 2
void channels_first(int in, int out, int h, int w, int k, int s, int pad, int oh, int ow, const float *x, const float *f,
                    float *y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              long iy = (long)i * s + u - pad, ix = (long)j * s + v - pad;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}
void channels_last(int in, int out, int h, int w, int k, int s, int pad, int oh, int ow, const float *x, const float *f,
                   float *y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++) {
            int iy = i * s + u - pad, ix = j * s + v - pad;
            if ((unsigned long)iy < h && (unsigned long)ix < w)
              for (int c = 0; c < in; c++)
                sum += x[(iy * w + ix) * in + c] * f[((u * k + v) * in + c) * out + o];
          }
        y[(i * ow + j) * out + o] = sum;
      }
}
