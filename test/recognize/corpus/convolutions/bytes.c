// Bytes with zero points, channels last, sums of 32 bits.
// expect: 1
#include <stdint.h>
void conv(int in, int out, int oh, int ow, int kh, int kw, int w,
          int32_t x_zero, int32_t f_zero, const int8_t *restrict x,
          const int8_t *restrict f, int32_t *restrict y) {
  for (int i = 0; i < oh; i++)
    for (int j = 0; j < ow; j++)
      for (int o = 0; o < out; o++) {
        int32_t sum = 0;
        for (int r = 0; r < kh; r++)
          for (int s = 0; s < kw; s++)
            for (int c = 0; c < in; c++)
              sum += (x[((i + r) * w + j + s) * in + c] - x_zero) *
                     (f[((o * kh + r) * kw + s) * in + c] - f_zero);
        y[(i * ow + j) * out + o] = sum;
      }
}
