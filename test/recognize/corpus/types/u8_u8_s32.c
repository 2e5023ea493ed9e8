// uint8_t times uint8_t into int32_t.
// expect: 1
#include <stdint.h>
void gemm(int n, const uint8_t *a, const uint8_t *b, int32_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] += sum;
    }
}
