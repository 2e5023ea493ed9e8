// Index arithmetic that is checked for overflow.
// expect: 1
#include <stddef.h>
static size_t index(size_t i, size_t columns, size_t j) {
  size_t at;
  if (__builtin_mul_overflow(i, columns, &at) ||
      __builtin_add_overflow(at, j, &at))
    __builtin_trap();
  return at;
}
void gemm(size_t m, size_t n, size_t p, const double *restrict a,
          const double *restrict b, double *restrict c) {
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < p; k++)
        sum += a[index(i, p, k)] * b[index(k, n, j)];
      c[index(i, n, j)] = sum;
    }
}
