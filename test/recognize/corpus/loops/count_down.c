// while (n--) with unsigned counters.
// expect: 1
#include <stddef.h>
void gemm(size_t m, size_t n, size_t p, const float *a, const float *b,
          float *c) {
  for (size_t i = m; i-- > 0;)
    for (size_t j = n; j-- > 0;) {
      float sum = 0;
      size_t k = p;
      while (k--)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
