//===- random-checks.c - Products with checks of any index ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that count in several ways, with counters, bounds and checks of
/// several types. Whatever the numbers are, no access is out of bounds.
///
//===----------------------------------------------------------------------===//

#include "random-checks.h"

#define DEFINE(NAME, T, U, OUT_OF, LOOP_I, LOOP_J, LOOP_K, ROW, ROW_OF_A)      \
  __attribute__((noinline)) static int NAME(                                   \
      const double *restrict A, const double *restrict B, double *restrict C,  \
      const struct numbers *x) {                                               \
    const T a0 = x->at[0], ai = x->at[1], ak = x->at[2], b0 = x->at[3],        \
            bk = x->at[4], bj = x->at[5], c0 = x->at[6], ci = x->at[7],        \
            cj = x->at[8];                                                     \
    const long first[] = {x->first[0], x->first[1], x->first[2]};              \
    const long limit[] = {x->limit[0], x->limit[1], x->limit[2]};              \
    const T by[] = {x->by[0], x->by[1], x->by[2]};                             \
    const T m[] = {x->more[0], x->more[1], x->more[2], x->more[3]};            \
    const long la = x->length[0], lb = x->length[1], lc = x->length[2];        \
    LOOP_I(T, U, i, 0)                                                         \
    LOOP_J(T, U, j, 1) {                                                       \
      T ic;                                                                    \
      if (ROW(ic, c0, ci, i, cj, j) || OUT_OF(ic, lc))                         \
        return 3;                                                              \
      double s = C[ic];                                                        \
      LOOP_K(T, U, k, 2) {                                                     \
        T ia;                                                                  \
        if (ROW_OF_A(ia, a0, ai, i, ak, k) || OUT_OF(ia, la))                  \
          return 1;                                                            \
        T ib = b0 + k * bk + j * bj;                                           \
        if (OUT_OF(ib, lb))                                                    \
          return 2;                                                            \
        s += A[ia] * B[ib];                                                    \
      }                                                                        \
      C[ic] = s;                                                               \
    }                                                                          \
    return 0;                                                                  \
  }

#define UP(T, U, V, D) for (T V = first[D]; V < (U)limit[D]; V++)
#define UP_TO(T, U, V, D) for (T V = first[D]; V <= (U)limit[D]; V++)
#define DOWN(T, U, V, D) for (T V = limit[D]; V > (U)first[D]; V--)
#define DOWN_TO(T, U, V, D) for (T V = limit[D]; V >= (U)first[D]; V--)
#define MEETS(STEP, T, V, D)                                                   \
  if ((T)first[D] < (T)limit[D])                                               \
    for (T V = first[D]; V != (T)limit[D]; V += STEP)
#define BY_ONE(T, U, V, D) MEETS(1, T, V, D)
#define BY_TWO(T, U, V, D) MEETS(2, T, V, D)
#define BY_THREE(T, U, V, D) MEETS(3, T, V, D)

/// Steps that are known at run time only.
#define BY_ANY(T, U, V, D) for (T V = first[D]; V < (U)limit[D]; V += by[D])
#define CHUNKS(T, U, V, D) for (T V = limit[D]; V >= by[D]; V -= by[D])

/// Loops of triangles, in those over i.
#define UP_TO_I(T, U, V, D) for (T V = first[D]; V <= i + by[D]; V++)
#define BELOW_I(T, U, V, D) for (T V = first[D]; V < i; V++)
#define FROM_I(T, U, V, D) for (T V = i + by[D]; V < (U)limit[D]; V++)
#define DOWN_TO_I(T, U, V, D) for (T V = limit[D]; V > i; V--)

#define PLAIN(AT, A0, AX, X, AY, Y) (AT = A0 + X * AX + Y * AY, 0)
#define EXACT(AT, A0, AX, X, AY, Y)                                            \
  (__builtin_mul_overflow(X, AX, &AT) ||                                       \
   __builtin_add_overflow(AT, A0, &AT) || __builtin_sub_overflow(AT, Y, &AT))

/// Also another number, which nothing else keeps from wrapping.
#define KEEPS_SIGN(AT, A0, AX, X, AY, Y)                                       \
  (AT = A0 + X * AX + Y * AY, (typeof(AT))(X * AX + Y * cj) < 0)

/// Also numbers that are computed for a check alone.
#define ALSO(AT, A0, AX, X, AY, Y, FAILS)                                      \
  (AT = A0 + X * AX + Y * AY, FAILS(typeof(AT), X, Y))
#define AND_BELOW(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, IS_BELOW)
#define AND_MEETS(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, DOES_MEET)
#define AND_RISES(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, RISES_TO)
#define AND_FALLS(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, FALLS_TO)
#define AND_EQUAL(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, IS_OTHER)
#define AND_EXACT(AT, A0, AX, X, AY, Y) ALSO(AT, A0, AX, X, AY, Y, OVERFLOWS)
#define IS_BELOW(T, X, Y) ((T)(m[0] + X * m[1] + Y * m[2]) < m[3])
#define DOES_MEET(T, X, Y) ((T)(m[0] + X * m[1]) == m[3])
#define RISES_TO(T, X, Y) ((T)(m[0] + Y) == m[3])
#define FALLS_TO(T, X, Y) ((T)(m[0] - Y) == m[3])
#define IS_OTHER(T, X, Y) ((T)(m[0] + Y * m[1]) != m[3])
#define OVERFLOWS(T, X, Y)                                                     \
  __builtin_mul_overflow((T)(m[0] + X * m[2]), m[1], &(T){0})

#define BOTH_SIDES(X, L) ((X) < 0 || (X) >= (L))
#define LAST(X, L) ((X) <= -1 || (X) > (L) - 1)
#define AS_UNSIGNED(X, L) ((unsigned long)(long)(X) >= (unsigned long)(L))
#define UNSIGNED(X, L) ((unsigned long)(X) >= (unsigned long)(L))

/// Of these two, one holds. As UBSan asks.
#define DIFFERENT(X, L) (!(((X) < 0) ^ ((X) < (L))))
/// As gsl::at asks of a sign.
#define SIGN_BIT(X, L) (((X) & 0x80000000) != 0 || (long)(X) >= (L))
#define HIGH_BITS(X, L) (((X) & ~0xfffl) != 0 || (long)(X) >= (L))

#define TYPES(M, F)                                                            \
  M(F##1, int, int, AS_UNSIGNED)                                               \
  M(F##2, int, int, BOTH_SIDES)                                                \
  M(F##3, int, long, BOTH_SIDES)                                               \
  M(F##4, long, long, AS_UNSIGNED)                                             \
  M(F##5, long, long, BOTH_SIDES)                                              \
  M(F##6, unsigned, unsigned, UNSIGNED)                                        \
  M(F##7, unsigned, long, UNSIGNED)                                            \
  M(F##8, unsigned long, unsigned long, UNSIGNED)                              \
  M(F##9, int, long, LAST)                                                     \
  M(F##10, short, int, BOTH_SIDES)                                             \
  M(F##11, unsigned char, int, UNSIGNED)

#define UPWARD(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, KEEPS_SIGN)
#define DOWNWARD(N, T, U, O)                                                   \
  DEFINE(N, T, U, O, DOWN, DOWN_TO, UP_TO, PLAIN, PLAIN)
#define STEPS(N, T, U, O)                                                      \
  DEFINE(N, T, U, O, BY_TWO, BY_ONE, BY_THREE, PLAIN, PLAIN)
#define OVERFLOW(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, EXACT, EXACT)
#define FEW_TYPES(M, F)                                                        \
  M(F##1, int, int, AS_UNSIGNED)                                               \
  M(F##2, int, long, BOTH_SIDES)                                               \
  M(F##3, long, long, BOTH_SIDES)                                              \
  M(F##4, unsigned, unsigned, UNSIGNED)                                        \
  M(F##5, unsigned long, unsigned long, UNSIGNED)                              \
  M(F##6, short, int, BOTH_SIDES)
#define ANY_STEP(N, T, U, O)                                                   \
  DEFINE(N, T, U, O, BY_ANY, CHUNKS, UP, PLAIN, PLAIN)
#define LOWER(N, T, U, O) DEFINE(N, T, U, O, UP, UP_TO_I, UP, PLAIN, PLAIN)
#define STRICT(N, T, U, O) DEFINE(N, T, U, O, UP, BELOW_I, UP, PLAIN, PLAIN)
#define UPPER(N, T, U, O) DEFINE(N, T, U, O, UP, FROM_I, UP, PLAIN, PLAIN)
#define DOWN_UPPER(N, T, U, O)                                                 \
  DEFINE(N, T, U, O, DOWN, DOWN_TO_I, UP, PLAIN, PLAIN)
TYPES(UPWARD, upward)
TYPES(DOWNWARD, downward)
TYPES(STEPS, steps)
TYPES(OVERFLOW, overflow)

FEW_TYPES(ANY_STEP, anyStep)
FEW_TYPES(LOWER, lower)
FEW_TYPES(STRICT, strict)
FEW_TYPES(UPPER, upper)
FEW_TYPES(DOWN_UPPER, downUpper)

#define BITS(M, F)                                                             \
  M(F##1, int, int, DIFFERENT)                                                 \
  M(F##2, long, long, DIFFERENT)                                               \
  M(F##3, int, int, SIGN_BIT)                                                  \
  M(F##4, int, long, SIGN_BIT)                                                 \
  M(F##5, long, long, HIGH_BITS)                                               \
  M(F##6, unsigned long, unsigned long, HIGH_BITS)
BITS(UPWARD, bits)

#define SOME_TYPES(M, F)                                                       \
  M(F##1, int, int, AS_UNSIGNED)                                               \
  M(F##2, long, long, BOTH_SIDES)                                              \
  M(F##3, unsigned, unsigned, UNSIGNED)
#define BELOW(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_BELOW)
#define MEET(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_MEETS)
#define RISE(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_RISES)
#define FALL(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_FALLS)
#define EQUAL(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_EQUAL)
#define FACTOR(N, T, U, O) DEFINE(N, T, U, O, UP, UP, UP, PLAIN, AND_EXACT)
SOME_TYPES(BELOW, below)
SOME_TYPES(MEET, meet)
SOME_TYPES(RISE, rise)
SOME_TYPES(FALL, fall)
SOME_TYPES(EQUAL, equal)
SOME_TYPES(FACTOR, factor)

#define NAME(N, T, U, O) N,
form *const V[Forms] = {
    TYPES(NAME, upward) TYPES(NAME, downward) TYPES(NAME, steps)
        TYPES(NAME, overflow) FEW_TYPES(NAME, anyStep) FEW_TYPES(NAME, lower)
            FEW_TYPES(NAME, strict) FEW_TYPES(NAME, upper)
                FEW_TYPES(NAME, downUpper) BITS(NAME, bits)
                    SOME_TYPES(NAME, below) SOME_TYPES(NAME, meet)
                        SOME_TYPES(NAME, rise) SOME_TYPES(NAME, fall)
                            SOME_TYPES(NAME, equal) SOME_TYPES(NAME, factor)};
