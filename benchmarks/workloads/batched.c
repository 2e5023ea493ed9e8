// title: Batches of 256 small products, row-major: C += A·B for each
// layouts: rrr
// types: f32 f64
// batch: 256
// small: 4 8 12 16 24 32 48 64
// quick: 16
#include "product.h"

#ifdef AFFINE // of one product
#include "row-major.c"
#else
PRODUCT {
  for (long x = 0; x < batch; x++)
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++)
        for (long p = 0; p < k; p++)
          C[x * m * n + i * n + j] +=
              A[x * m * k + i * k + p] * B[x * k * n + p * n + j];
}
#endif
