// Blocks of quantized numbers, each with its scale, as GGML has them.
// expect: 1
#include <stdint.h>
typedef struct {
  float d;
  int8_t qs[32];
} block_q8_0;
void multiply(int m, int n, int blocks, const block_q8_0 *restrict a, const block_q8_0 *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int g = 0; g < blocks; g++) {
        int isum = 0;
        for (int k = 0; k < 32; k++)
          isum += a[i * blocks + g].qs[k] * b[j * blocks + g].qs[k];
        sum += (float)isum * a[i * blocks + g].d * b[j * blocks + g].d;
      }
      c[i * n + j] = sum;
    }
}
