//===- finals.c - Results of another type than the sum --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{floats} = float:float:_Float16,_Float16:_Float16:_Float16,float:float:__bf16,__bf16:__bf16:__bf16
// DEFINE: %{bytes} = int8_t:int8_t:int8_t,uint8_t:int8_t:uint8_t,uint8_t:int8_t:int16_t
// RUN: %exec %s --types=%{floats} --sizes=tiny \
// RUN:   --flags="-O3 -march=native -DSUM=float"
// RUN: %exec %s --types=float:float:__bf16 --sizes=tiny --blocks \
// RUN:   --flags="-O3 -march=x86-64-v3 -DSUM=float"
// RUN: %exec %s --types=double:double:float,float:float:float --sizes=tiny \
// RUN:   --blocks --deal=4 --flags="-O3 -march=native -DSUM=double"
// RUN: %exec %s --types=float:float:double --sizes=tiny \
// RUN:   --flags="-O2 -march=x86-64-v3 -DSUM=float"
// RUN: %exec %s --types=float:float:_Float16,float:float:double --sizes=tiny \
// RUN:   --deal=4 --flags="-O3 -DSUM=float"
// RUN: %exec %s --types=%{bytes} --sizes=tiny --expect-heap --blocks \
// RUN:   --deal=4 --flags="-O3 -march=native -fno-math-errno -DSUM=int32_t"
// RUN: %exec %s --types=int8_t:int8_t:float,uint8_t:int8_t:_Float16 \
// RUN:   --deal=4 --sizes=tiny --flags="-O3 -march=x86-64-v3 -DSUM=int32_t"
// RUN: %exec %s --types=int8_t:int8_t:int8_t,int8_t:int8_t:float --sizes=tiny \
// RUN:   --deal=4 --deal-from=1 --flags="-O3 -DSUM=int32_t"
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <math.h>
#include <string.h>

/// Scales are finite and small; residuals have the type of C.
enum { LONGEST = 128 };
#ifdef TABLE
float NAMED(of_row)[LONGEST], NAMED(of_col)[LONGEST];
SUM NAMED(bias_of)[LONGEST];
T NAMED(residual_of)[LONGEST][LONGEST];
#define row NAMED(of_row)[i]
#define col NAMED(of_col)[j]
#define bias NAMED(bias_of)[j]
#define residual NAMED(residual_of)[i][j]

__attribute__((constructor)) static void fill_tables(void) {
  unsigned x = 12345;
#define NEXT ((int)((x = x * 1664525u + 1013904223u) >> 16) % 256 - 128)
  for (int i = 0; i < LONGEST; ++i) {
    NAMED(of_row)[i] = (float)NEXT / 4096;
    NAMED(of_col)[i] = (float)NEXT / 512;
    NAMED(bias_of)[i] = (SUM)NEXT;
    for (int j = 0; j < LONGEST; ++j)
      NAMED(residual_of)[i][j] = (T)(NEXT / 4);
  }
}

/// Rounds to the nearest bfloat. The compiler calls it where the processor has
/// no instruction, and not every system has it.
__attribute__((weak)) __bf16 __truncsfbf2(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t rounded = bits + 0x7fff + (bits >> 16 & 1);
  uint16_t high = (uint16_t)((x == x ? rounded : bits | 1u << 22) >> 16);
  __bf16 result;
  memcpy(&result, &high, sizeof high);
  return result;
}

/// A form with C row-major and with all operands column-major.
#define FINAL(NAME, ...)                                                       \
  FORM(NAME##_RRR, RRR, MUST, ABC(int, restrict), ABC_ARGS) {                  \
    UP(int, i, M) UP(int, j, N) {                                              \
      SUM s = 0;                                                               \
      UP(int, k, K) s += (SUM)A[i * lda + k] * (SUM)B[k * ldb + j];            \
      T *c = &C[i * ldc + j];                                                  \
      __VA_ARGS__;                                                             \
    }                                                                          \
  }                                                                            \
  FORM(NAME##_LLL, LLL, MUST, ABC(long, restrict), ABC_ARGS) {                 \
    UP(long, j, N) UP(long, i, M) {                                            \
      SUM s = 0;                                                               \
      UP(long, k, K) s += (SUM)A[i + k * lda] * (SUM)B[k + j * ldb];           \
      T *c = &C[i + j * ldc];                                                  \
      __VA_ARGS__;                                                             \
    }                                                                          \
  }

#define IS_REAL(TYPE) ((TYPE)0.5 != 0)
/// To the integer or real type of C; what does not fit is cut, NaN included.
#define LEAST (IS_REAL(T) ? -448.0f : (T)-1 > 0 ? 0.0f : -128.0f)
#define MOST (IS_REAL(T) ? 448.0f : (T)-1 > 0 ? 255.0f : 127.0f)
#define CLAMP(x) fmaxf(LEAST, fminf(MOST, x))
#define CUT(x) ((x) < LEAST ? LEAST : (x) > MOST ? MOST : (x))

FINAL(scaled, *c = (T)CLAMP((float)s * col))
FINAL(by_row_and_column, *c = (T)CLAMP((float)s * row * col))
FINAL(rounded, *c = (T)CLAMP(roundf((float)s * col)))
FINAL(nearest, *c = (T)CLAMP(nearbyintf((float)s * row)))
FINAL(half_up, float r = CLAMP((float)s * col + 0.5f); *c = (T)r)
FINAL(zero_point, *c = (T)CLAMP(rintf((float)s * col) + 3))
FINAL(bias_relu_residual, s += bias; s = s > 0 ? s : 0;
      *c = (T)CLAMP((float)s * row + (float)residual))
FINAL(residual_in_place, *c = (T)CLAMP((float)s * col + (float)*c))
FINAL(double_scale, *c = (T)CLAMP((float)((double)s * row)))

/// Floats that are not NaN, and sums of integers that fit.
FORM(compared, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) UP(int, j, N) {
    SUM s = 0;
    UP(int, k, K) s += (SUM)A[i * lda + k] * (SUM)B[k * ldb + j];
    float r = nearbyintf((float)s * row);
    C[i * ldc + j] = (T)(r == r ? CUT(r) : 0);
  }
}
#ifdef __NO_MATH_ERRNO__
FINAL(long_nearest, long q = lrintf(CLAMP((float)s * col)); *c = (T)q)
#endif

/// All bits of the sum, or their lowest ones.
#define REAL_OR(x) (IS_REAL(T) ? (T)s : (T)(x))
FINAL(stored, *c = IS_REAL(SUM) && !IS_REAL(T) ? 0 : (T)s)
FINAL(shifted, *c = REAL_OR((int64_t)s >> 7))
FINAL(saturated, *c = REAL_OR(s < (SUM)LEAST ? (SUM)LEAST
                              : s > (SUM)MOST ? (SUM)MOST : s))

/// The sum lives in a variable that the next one starts from.
FORM(may_alias, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  UP(int, i, M) UP(int, j, N) {
    SUM s = (SUM)C[i * ldc + j];
    UP(int, k, K) s += (SUM)A[i * lda + k] * (SUM)B[k * ldb + j];
    C[i * ldc + j] = IS_REAL(SUM) ? (T)CLAMP((float)s) : (T)s;
  }
}
#endif
