// int32 sums, shifted right and saturated to uint8.
// expect: 1
#include <stdint.h>
void gemm(int m, int n, int p, const uint8_t *a, const int8_t *b, int shift,
          uint8_t *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 1 << (shift - 1);
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      sum >>= shift;
      c[i * n + j] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
}
