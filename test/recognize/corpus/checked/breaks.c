// Ends a sum, and a row, instead of reading or writing out of bounds.
// expect: 1
#include <stddef.h>
void gemm(size_t m, size_t n, size_t p, const float *a, size_t la,
          const float *b, size_t lb, float *c, size_t lc) {
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      float sum = 0;
      for (size_t k = 0; k < p; k++) {
        if (i * p + k >= la || k * n + j >= lb)
          break;
        sum += a[i * p + k] * b[k * n + j];
      }
      if (i * n + j >= lc)
        break;
      c[i * n + j] = sum;
    }
}
