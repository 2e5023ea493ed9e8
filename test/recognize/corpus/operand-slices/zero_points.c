// Quantized factors less their zero points.
// expect: 1
#include <stdint.h>
void gemm(int n, const uint8_t *a, int za, const uint8_t *b, int zb,
          int32_t *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 0;
      for (int k = 0; k < n; k++)
        sum += ((int)a[i * n + k] - za) * ((int)b[k * n + j] - zb);
      c[i * n + j] = sum;
    }
}
