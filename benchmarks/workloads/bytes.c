// title: Bytes to int32, row-major: C = A·B
// layouts: rrr
// types: s8s8s32 u8s8s32
// beta: 0
// small: 16 32 64 128
// medium: 256 512 1024
// large: 2048
// quick: 256
#include "product.h"

PRODUCT {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      SUM sum = 0;
      for (long p = 0; p < k; p++)
        sum += A[i * lda + p] * B[p * ldb + j];
      C[i * ldc + j] = sum;
    }
}
