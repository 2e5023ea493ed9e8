// Zeros around a filter of 5x5, channels last.
// expect: 1
void conv(int in, int out, int h, int w, int stride, int oh, int ow, const float *x, const float *f,
          float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int u = 0; u < 5; u++)
          for (int v = 0; v < 5; v++)
            for (int c = 0; c < in; c++) {
              int iy = i * stride + u - 2, ix = j * stride + v - 2;
              float e = 0;
              if ((unsigned)iy < (unsigned)h && (unsigned)ix < (unsigned)w)
                e = x[(iy * w + ix) * in + c];
              sum += e * f[((u * 5 + v) * in + c) * out + o];
            }
        y[(i * ow + j) * out + o] = sum;
      }
}
