// Bytes with zero points, 32-bit sums.
// expect: 1
#include <stdint.h>
void conv(int in, int out, int h, int w, int k, int pad, const uint8_t *x, const int8_t *f, const int32_t *bias,
          int32_t zero, int32_t *y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      for (int o = 0; o < out; o++) {
        int32_t sum = bias[o];
        for (int u = 0; u < k; u++)
          for (int v = 0; v < k; v++) {
            int iy = i + u - pad, ix = j + v - pad;
            if (iy < 0 || iy >= h || ix < 0 || ix >= w)
              continue;
            for (int c = 0; c < in; c++)
              sum += (x[(iy * w + ix) * in + c] - zero) * f[((o * k + u) * k + v) * in + c];
          }
        y[(i * w + j) * out + o] = sum;
      }
}
