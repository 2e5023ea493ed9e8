// int32 sums, scaled, rounded and cut to int8.
// expect: 1
#include <math.h>
#include <stdint.h>
void gemm(int m, int n, int p, const int8_t *a, const int8_t *b,
          const float *scale, int8_t *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int32_t sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      float r = rintf((float)sum * scale[j]);
      c[i * n + j] = (int8_t)(r < -128 ? -128 : r > 127 ? 127 : r);
    }
}
