// A batch of volumes, around which zeros are added.
// expect: 1
void conv(int batch, int in, int out, int d, int h, int w, int k, int pad, const float *x, const float *f,
          float *restrict y) {
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out; o++)
      for (int t = 0; t < d; t++)
        for (int i = 0; i < h; i++)
          for (int j = 0; j < w; j++) {
            float sum = 0;
            for (int c = 0; c < in; c++)
              for (int q = 0; q < k; q++)
                for (int u = 0; u < k; u++)
                  for (int v = 0; v < k; v++) {
                    int it = t + q - pad, iy = i + u - pad, ix = j + v - pad;
                    float e = it >= 0 && it < d && iy >= 0 && iy < h && ix >= 0 && ix < w
                                  ? x[(((b * in + c) * d + it) * h + iy) * w + ix]
                                  : 0;
                    sum += e * f[(((o * in + c) * k + q) * k + u) * k + v];
                  }
            y[(((b * out + o) * d + t) * h + i) * w + j] = sum;
          }
}
