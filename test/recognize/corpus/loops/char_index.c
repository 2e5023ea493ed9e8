// Counters of type unsigned char.
// expect: 1
#include <stdint.h>
void gemm(uint8_t n, const float *a, const float *b, float *c) {
  for (uint8_t i = 0; i < n; i++)
    for (uint8_t j = 0; j < n; j++) {
      float sum = 0;
      for (uint8_t k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
