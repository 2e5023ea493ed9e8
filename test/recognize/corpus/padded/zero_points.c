// Bytes and weights with zero points, a bias that may be missing, dilated filters.
// expect: 1
#include <stdint.h>
void conv(int batches, int in, int out, int h, int w, int fh, int fw, int oh, int ow, int sh, int sw, int dh, int dw,
          int ph, int pw, const uint8_t *x, const uint8_t *f, const int32_t *bias, int32_t zx, int32_t zf, int32_t *y) {
  for (int b = 0; b < batches; ++b)
    for (int i = 0; i < oh; ++i)
      for (int j = 0; j < ow; ++j)
        for (int o = 0; o < out; ++o) {
          int32_t acc = 0;
          for (int u = 0; u < fh; ++u) {
            const int iy = i * sh - ph + dh * u;
            for (int v = 0; v < fw; ++v) {
              const int ix = j * sw - pw + dw * v;
              const int is_inside = ix >= 0 && ix < w && iy >= 0 && iy < h;
              if (!is_inside)
                continue;
              for (int c = 0; c < in; ++c)
                acc += (f[((o * fh + u) * fw + v) * in + c] + zf) * (x[((b * h + iy) * w + ix) * in + c] + zx);
            }
          }
          if (bias)
            acc += bias[o];
          y[((b * oh + i) * ow + j) * out + o] = acc;
        }
}
