// B has a zero point for each column.
// expect: 1
#include <stdint.h>
void gemm(int n, const int8_t *a, const int8_t *b, const int8_t *zero,
          int32_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * (b[k * n + j] - zero[j]);
      c[i * n + j] = sum;
    }
}
