// Unsigned bytes with an offset of the input, bias, a multiplier per channel, and
// clamping to bytes again.
// expect: 1
#include <stdint.h>
void conv(int in, int out, int oh, int ow, int kh, int kw, int w, int stride,
          int32_t offset, const uint8_t *restrict x, const int8_t *restrict f,
          const int32_t *restrict bias, const float *restrict scale,
          int8_t *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        int32_t sum = bias[o];
        for (int r = 0; r < kh; r++)
          for (int s = 0; s < kw; s++)
            for (int c = 0; c < in; c++)
              sum += (x[((i * stride + r) * w + j * stride + s) * in + c] + offset) *
                     f[((o * kh + r) * kw + s) * in + c];
        int v = (int)(sum * scale[o]);
        y[(i * ow + j) * out + o] = v > 127 ? 127 : v < -128 ? -128 : v;
      }
}
