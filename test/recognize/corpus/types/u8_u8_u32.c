// uint8_t times uint8_t into uint32_t.
// expect: 1
#include <stddef.h>
#include <stdint.h>
void gemm(size_t n, const uint8_t *a, const uint8_t *b, uint32_t *c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      uint32_t sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += (uint32_t)a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
