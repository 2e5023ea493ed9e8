// title: Complex elements, as C multiplies them, with its recovery from NaN: C += A·B
// layouts: rrr ccc
// types: c64 c32
// small: 64 128
// medium: 256 512 1024
// large: 2048
// quick: 256
#include "product.h"

PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      SUM sum = c(i, j);
      for (long p = 0; p < k; p++)
        sum += a(i, p) * b(p, j);
      c(i, j) = sum;
    }
}
