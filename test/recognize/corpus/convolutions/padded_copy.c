// The input is copied into a larger, zeroed image first.
// expect: 1
#include <stdlib.h>
#include <string.h>
void conv(int in, int out, int h, int w, int pad, const float *x,
          const float *f, float *y) {
  int ph = h + 2 * pad, pw = w + 2 * pad, k = 2 * pad + 1;
  float *p = calloc((size_t)in * ph * pw, sizeof *p);
  for (int c = 0; c < in; c++)
    for (int i = 0; i < h; i++)
      memcpy(p + (c * ph + i + pad) * pw + pad, x + (c * h + i) * w, w * sizeof *p);
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++)
          for (int r = 0; r < k; r++)
            for (int s = 0; s < k; s++)
              sum += p[(c * ph + i + r) * pw + j + s] *
                     f[((o * in + c) * k + r) * k + s];
        y[(o * h + i) * w + j] = sum;
      }
  free(p);
}
