// title: Row-major with one operand transposed: C += Aᵀ·B and C += A·Bᵀ
// layouts: crr rcr
// types: f32 f64
// small: 32 64 128
// medium: 256 512 1024
// large: 2048
// quick: 256
#include "product.h"

PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++)
        c(i, j) += a(i, p) * b(p, j);
}
