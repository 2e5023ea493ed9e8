// title: Sizes known to the compiler, row-major: C += A·B
// layouts: rrr
// types: f32 f64
// sizes: constant
// small: 2 3 4 5 6 7 8 10 12 16 20 24 32 40 48 56 64
// quick: 4 16
#include "product.h"

#ifdef AFFINE
#include "row-major.c"
#else
PRODUCT {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long p = 0; p < K; p++)
        C[i * N + j] += A[i * K + p] * B[p * N + j];
}
#endif
