// Bytes, channels first, stride 2, 3 by 3.
// expect: 1
#include <stdint.h>
void conv(int in, int out, int oh, int ow, int h, int w,
          const int8_t *restrict x, const int8_t *restrict f,
          int32_t *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        int32_t sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++)
              sum += x[(c * h + 2 * i + r) * w + 2 * j + s] *
                     f[((o * in + c) * 3 + r) * 3 + s];
        y[(o * oh + i) * ow + j] = sum;
      }
}
