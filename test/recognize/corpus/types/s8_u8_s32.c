// int8_t times uint8_t, summed in memory.
// expect: 1
#include <stdint.h>
void gemm(int n, const int8_t *restrict a, const uint8_t *restrict b,
          int32_t *restrict c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
