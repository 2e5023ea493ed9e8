/* Products of bytes as a user writes them; Int8.cpp measures them. */
#include "Product.h"

#define DEFINE(NAME, LEFT, RIGHT)                                              \
  void NAME(int N, const LEFT *restrict A, const RIGHT *restrict B,            \
            int32_t *restrict C) {                                             \
    for (int i = 0; i < N; i++)                                                \
      for (int j = 0; j < N; j++) {                                            \
        int32_t Sum = 0;                                                       \
        for (int k = 0; k < N; k++)                                            \
          Sum += A[(long)i * N + k] * B[(long)k * N + j];                      \
        C[(long)i * N + j] = Sum;                                              \
      }                                                                        \
  }

DEFINE(JOIN(PREFIX, S8S8), int8_t, int8_t)
DEFINE(JOIN(PREFIX, U8S8), uint8_t, int8_t)
DEFINE(JOIN(PREFIX, S16S16), int16_t, int16_t)
