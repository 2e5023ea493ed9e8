// C is cleared by memset.
// expect: 1
#include <string.h>
void gemm(size_t n, const double *a, const double *b, double *c) {
  memset(c, 0, n * n * sizeof *c);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      for (size_t j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
