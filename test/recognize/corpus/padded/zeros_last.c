// Channels last: what is outside is zero for all channels of a point, and added.
// expect: 1
void conv(int in, int out, int h, int w, int k, int stride, int pad, int oh, int ow, const float *x, const float *f,
          const float *bias, float *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        float sum = bias[o];
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++)
            for (int c = 0; c < in; c++) {
              int iy = i * stride + u - pad, ix = j * stride + v - pad;
              float e = iy >= 0 && iy < h && ix >= 0 && ix < w ? x[(iy * w + ix) * in + c] : 0;
              sum += e * f[((u * k + v) * in + c) * out + o];
            }
        y[(i * ow + j) * out + o] = sum;
      }
}
