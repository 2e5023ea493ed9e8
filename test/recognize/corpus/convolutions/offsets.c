// A table has the offsets of the filter's points, as in ncnn.
// expect: 1
#include <stddef.h>
void conv(int in, int out, int oh, int ow, int points, int w, size_t plane,
          int stride, const int *offset, const float *x, const float *f,
          const float *bias, float *y) {
  for (int o = 0; o < out; o++) {
    float *to = y + (size_t)o * oh * ow;
    for (int i = 0; i < oh; i++) {
      for (int j = 0; j < ow; j++) {
        float sum = bias ? bias[o] : 0;
        const float *weights = f + (size_t)points * in * o;
        for (int c = 0; c < in; c++) {
          const float *from =
              x + plane * c + (size_t)i * stride * w + j * stride;
          for (int p = 0; p < points; p++)
            sum += from[offset[p]] * weights[p];
          weights += points;
        }
        to[j] = sum < 0 ? 0 : sum;
      }
      to += ow;
    }
  }
}
