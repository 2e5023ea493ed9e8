// Sizes without a sign: what is above the image wraps to a large number.
// expect: 1
#include <stddef.h>
void conv(size_t in, size_t out, size_t h, size_t w, size_t k, size_t pad, const float *x, const float *f, float *y) {
  for (size_t o = 0; o < out; o++)
    for (size_t i = 0; i < h; i++)
      for (size_t j = 0; j < w; j++) {
        float sum = 0;
        for (size_t c = 0; c < in; c++)
          for (size_t u = 0; u < k; u++)
            for (size_t v = 0; v < k; v++) {
              size_t iy = i + u - pad, ix = j + v - pad;
              if (iy < h && ix < w)
                sum += x[(c * h + iy) * w + ix] * f[((o * in + c) * k + u) * k + v];
            }
        y[(o * h + i) * w + j] = sum;
      }
}
