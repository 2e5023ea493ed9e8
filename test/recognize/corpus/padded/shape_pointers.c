// Shapes by pointer, of which each size is read where it is used, as a byte that is written may be one.
// expect: 1
#include <stdint.h>
typedef struct {
  int dims[4];
} shape;
static int offset(const shape *s, int a, int b, int c, int d) {
  return ((a * s->dims[1] + b) * s->dims[2] + c) * s->dims[3] + d;
}
static uint8_t clamp(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
void conv(const shape *xs, const uint8_t *x, const shape *fs, const uint8_t *f, const int32_t *bias,
          const shape *ys, uint8_t *y, int stride, int pad, int zero, int shift) {
  for (int b = 0; b < xs->dims[0]; b++)
    for (int i = 0; i < ys->dims[1]; i++)
      for (int j = 0; j < ys->dims[2]; j++)
        for (int o = 0; o < ys->dims[3]; o++) {
          int32_t sum = 0;
          for (int u = 0; u < fs->dims[1]; u++)
            for (int v = 0; v < fs->dims[2]; v++)
              for (int c = 0; c < xs->dims[3]; c++) {
                int r = i * stride + u - pad, q = j * stride + v - pad;
                if (r >= 0 && r < xs->dims[1] && q >= 0 && q < xs->dims[2])
                  sum += (x[offset(xs, b, r, q, c)] - zero) * f[offset(fs, o, u, v, c)];
              }
          if (bias)
            sum += bias[o];
          y[offset(ys, b, i, j, o)] = clamp(sum >> shift);
        }
}
