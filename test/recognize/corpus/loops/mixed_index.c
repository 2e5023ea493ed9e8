// Counters and bounds of different types.
// expect: 1
#include <stddef.h>
void gemm(int m, unsigned n, size_t p, const float *a, const float *b,
          float *c) {
  for (int i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      float sum = 0;
      for (size_t k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[(size_t)i * n + j] = sum;
    }
}
