// What is outside is added as zeros, but of fewer channels.
// expect: 0
void conv(int in, int few, int out, int h, int w, int k, int pad, const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      for (int o = 0; o < out; o++) {
        float sum = 0;
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++) {
            int iy = i + u - pad, ix = j + v - pad;
            int inside = iy >= 0 && iy < h && ix >= 0 && ix < w;
            for (int c = 0; c < (inside ? in : few); c++)
              sum += (inside ? x[(iy * w + ix) * in + c] : 0) * f[((u * k + v) * in + c) * out + o];
          }
        y[(i * w + j) * out + o] = sum;
      }
}
