// int16_t times int16_t into int64_t: the product is formed in int.
// expect: 1
#include <stdint.h>
void gemm(int n, const int16_t *a, const int16_t *b, int64_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int64_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
