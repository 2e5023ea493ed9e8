// int factors, 64-bit sums.
// expect: 1
#include <stdint.h>
void gemm(int n, const int32_t *a, const int32_t *b, int64_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int64_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += (int64_t)a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
