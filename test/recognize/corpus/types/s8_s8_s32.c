// int8_t times int8_t into int32_t.
// expect: 1
#include <stdint.h>
void gemm(int n, const int8_t *a, const int8_t *b, int32_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += (int32_t)a[i * n + k] * (int32_t)b[k * n + j];
      c[i * n + j] = sum;
    }
}
