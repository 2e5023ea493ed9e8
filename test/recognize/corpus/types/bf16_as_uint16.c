// bfloat16 kept as uint16_t and widened by a shift.
// expect: 1
#include <stdint.h>
#include <string.h>
static float widen(uint16_t x) {
  uint32_t bits = (uint32_t)x << 16;
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
void gemm(int n, const uint16_t *a, const uint16_t *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += widen(a[i * n + k]) * widen(b[k * n + j]);
      c[i * n + j] = sum;
    }
}
