//===- complex.c - Products of complex elements ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --types=double --sizes=small
// RUN: %exec %s --blocks --sizes=small --types=float
// RUN: %exec %s --flags="-O2 -march=x86-64-v2 -ffp-contract=off" --types=float --sizes=small
//
// An element is two numbers, real part first: matrices have half as many
// columns as the others of this folder.
//
//===----------------------------------------------------------------------===//

#include "forms.h"

#define L(I) for (I k = 0; k < K / 2; ++k)
#define J(I) for (I j = 0; j < N / 2; ++j)
#define A_ const T *a = A + i * lda + 2 * k;
#define B_ const T *b = B + k * ldb + 2 * j;
#define C_ T *c = C + i * ldc + 2 * j;
#define RE (a[0] * b[0] - a[1] * b[1])
#define IM (a[0] * b[1] + a[1] * b[0])

#define PARTS(NAME, I)                                                         \
  FORM(NAME##_##I, RRR, MUST, ABC(I, restrict), ABC_ARGS)
#define SUM(NAME, I, SIGN, RE, IM) PARTS(NAME, I) SUMMED(I, SIGN, RE, IM)
/// Where operations are fused, no part of A is in the same product of both sums.
#define OTHER(NAME, I, SIGN, RE, IM)                                           \
  FORM(NAME##_##I, RRR, 0, ABC(I, restrict), ABC_ARGS)                         \
  SUMMED(I, SIGN, RE, IM)
#define SUMMED(I, SIGN, RE, IM)                                                \
  {                                                                            \
    UP(I, i, M) J(I) {                                                         \
      T re = 0, im = 0;                                                        \
      L(I) {                                                                   \
        A_ B_ re SIGN RE;                                                      \
        im SIGN IM;                                                            \
      }                                                                        \
      C_ c[0] = re;                                                            \
      c[1] = im;                                                               \
    }                                                                          \
  }
SUM(plain, int, +=, RE, IM)
SUM(plain, long, +=, RE, IM)
SUM(subtracted, long, -=, RE, IM)
OTHER(swapped, long, +=, b[0] * a[0] - b[1] * a[1], b[0] * a[1] + b[1] * a[0])
SUM(conjugated_a, long, +=, a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0])
OTHER(conjugated_b, int, +=, a[0] * b[0] + a[1] * b[1], a[1] * b[0] - a[0] * b[1])
SUM(conjugated, long, +=, a[0] * b[0] - a[1] * b[1], -a[0] * b[1] - a[1] * b[0])

PARTS(middle, int) {
  UP(int, i, M) L(int) J(int) {
    A_ B_ C_ const T re = RE, im = IM;
    c[0] += re;
    c[1] += im;
  }
}
PARTS(outer, long) {
  L(long) UP(long, i, M) J(long) {
    A_ B_ C_ const T re = RE, im = IM;
    c[0] += re;
    c[1] += im;
  }
}
/// Steps are skipped where both parts are zero, or one is.
#define SKIPS(NAME, IF)                                                        \
  PARTS(NAME, long) {                                                          \
    UP(long, i, M) L(long) {                                                   \
      A_ const T x = a[0], y = a[1];                                           \
      if (IF) J(long) {                                                        \
        B_ C_ const T re = x * b[0] - y * b[1], im = x * b[1] + y * b[0];      \
        c[0] += re;                                                            \
        c[1] += im;                                                            \
      }                                                                        \
    }                                                                          \
  }
SKIPS(skips, x != 0 || y != 0)
SKIPS(skips_either, x != 0 && y != 0)
/// Each product is added to the sum.
FORM(in_turn, RRR, MUST, ABC(long, restrict), ABC_ARGS) {
  UP(long, i, M) J(long) {
    C_ T re = c[0], im = c[1];
    L(long) {
      A_ B_ re += a[0] * b[0];
      re -= a[1] * b[1];
      im += a[0] * b[1];
      im += a[1] * b[0];
    }
    c[0] = re;
    c[1] = im;
  }
}
/// Two products of numbers are added, one after the other.
#define D_ const T *d = A + i * lda + 2 * (K / 2 - 1 - k);
#define TWICE(NAME, SIGN, RE2, IM2)                                            \
  PARTS(NAME, long) {                                                          \
    UP(long, i, M) J(long) {                                                   \
      C_ T re = c[0], im = c[1];                                               \
      L(long) {                                                                \
        A_ B_ D_ re SIGN RE;                                                   \
        re SIGN RE2;                                                           \
        im SIGN IM;                                                            \
        im SIGN IM2;                                                           \
      }                                                                        \
      c[0] = re;                                                               \
      c[1] = im;                                                               \
    }                                                                          \
  }
TWICE(twice, +=, d[0] * b[0] + d[1] * b[1], d[0] * b[1] - d[1] * b[0])
TWICE(twice_less, -=, d[0] * b[0] - d[1] * b[1], d[0] * b[1] + d[1] * b[0])
TWICE(twice_negated, +=, -d[0] * b[0] - d[1] * b[1], -d[0] * b[1] - d[1] * b[0])
FORM(twice_middle, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) L(long) {
    A_ D_ const T x = a[0], y = a[1], v = d[0], w = d[1];
    J(long) {
      B_ C_ const T re = c[0] + (x * b[0] - y * b[1]), im = c[1] + (x * b[1] + y * b[0]);
      const T more = re + (v * b[0] + w * b[1]), less = im + (v * b[1] - w * b[0]);
      c[0] = more;
      c[1] = less;
    }
  }
}
/// C by columns.
FORM(by_columns, RRL, MUST, ABC(int, restrict), ABC_ARGS) {
  for (int j = 0; j < N / 2; ++j) L(int) for (int i = 0; i < M / 2; ++i) {
    const T *a = A + i * lda + 2 * k;
    const T *b = B + k * ldb + 2 * j;
    T *c = C + j * ldc + 2 * i;
    const T re = RE, im = b[0] * a[1] + b[1] * a[0];
    c[0] += re;
    c[1] += im;
  }
}
/// A real matrix on the left, as Fortran multiplies: (a, 0) * b, of which the
/// products of zero are computed before the innermost loop.
FORM(real_left, RLL, MUST, ABC(long, restrict), ABC_ARGS) {
  for (long j = 0; j < N; ++j) for (long k = 0; k < K / 2; ++k) {
    const T *b = B + j * ldb + 2 * k;
    for (long i = 0; i < M / 2; ++i) {
      const T a = A[i * lda + k];
      T *c = C + j * ldc + 2 * i;
      const T re = a * b[0] - 0 * b[1], im = 0 * b[0] + a * b[1];
      c[0] += re;
      c[1] += im;
    }
  }
}
/// A real matrix on the right of rows and on the left of columns: the parts are
/// a product each.
#define BY_REAL(NAME, FLAGS, R, START_RE, START_IM, ...)                       \
  FORM(NAME##_right, RRR, FLAGS, ABC(long, R), ABC_ARGS) {                     \
    UP(long, i, M) J(long) {                                                   \
      C_ T re = START_RE, im = START_IM;                                       \
      L(long) {                                                                \
        A_ const T x = B[k * ldb + j];                                         \
        re += a[0] * x;                                                        \
        im += a[1] * x;                                                        \
      }                                                                        \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
BY_REAL(real, MUST, restrict, 0, 0, c[0] = re; c[1] = im;)
BY_REAL(real_any, MUST | ALIAS, , c[0], c[1], c[0] = re; c[1] = im;)
BY_REAL(real_ends, MUST, restrict, 1, c[1], c[0] = 2 * re; c[1] = 1 - im;)
FORM(real_middle, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) L(int) J(int) {
    A_ C_ const T x = B[k * ldb + j];
    c[0] += a[0] * x;
    c[1] += a[1] * x;
  }
}
FORM(real_left_columns, RLL, MUST, ABC(long, restrict), ABC_ARGS) {
  for (long j = 0; j < N; ++j) for (long k = 0; k < K / 2; ++k) {
    const T *b = B + j * ldb + 2 * k;
    for (long i = 0; i < M / 2; ++i) {
      T *c = C + j * ldc + 2 * i;
      c[0] += A[i * lda + k] * b[0];
      c[1] += A[i * lda + k] * b[1];
    }
  }
}
FORM(may_overlap, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) L(long) J(long) {
    A_ B_ C_ const T re = c[0] + RE, im = c[1] + IM;
    c[0] = re;
    c[1] = im;
  }
}

/// What becomes of a sum needs both parts of it and of C: here and below, alpha
/// and beta are the parts of one number, beta and alpha of another.
#define ENDS(NAME, I, R, FLAGS, START_RE, START_IM, ...)                       \
  FORM(NAME##_##I, RRR, FLAGS, ABCS(I, R), ABCS_ARGS) {                        \
    UP(I, i, M) J(I) {                                                         \
      C_ T re = START_RE, im = START_IM;                                       \
      L(I) {                                                                   \
        A_ B_ re += RE;                                                        \
        im += IM;                                                              \
      }                                                                        \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
#define STORE(RE, IM)                                                          \
  const T new_re = RE, new_im = IM;                                            \
  c[0] = new_re;                                                               \
  c[1] = new_im;
#define BY_ALPHA(RE, IM) alpha *RE - beta *IM, alpha *IM + beta *RE
#define BY_BETA(RE, IM) beta *RE - alpha *IM, beta *IM + alpha *RE
#define STORE_(...) STORE(__VA_ARGS__)
#define ENDS_(...) ENDS(__VA_ARGS__)
ENDS(alpha, long, restrict, MUST, 0, 0, STORE_(BY_ALPHA(re, im)))
ENDS(alpha, int, restrict, MUST, 0, 0, STORE_(BY_ALPHA(re, im)))
ENDS(alpha_beta, long, restrict, MUST, 0, 0,
     STORE((alpha * re - beta * im) + (beta * c[0] - alpha * c[1]),
           (alpha * im + beta * re) + (beta * c[1] + alpha * c[0])))
ENDS(alpha_beta_any, long, , MUST | ALIAS, 0, 0,
     STORE((alpha * re - beta * im) + (beta * c[0] - alpha * c[1]),
           (alpha * im + beta * re) + (beta * c[1] + alpha * c[0])))
ENDS(conjugated_sum, long, restrict, MUST, 0, 0, STORE(re, -im))
ENDS(mixed_sum, int, restrict, MUST, 1, 0, STORE(im, re + im))
ENDS_(started, long, restrict, MUST, BY_BETA(c[0], c[1]), STORE(re, im))
ENDS_(started_and_ended, int, restrict, MUST, BY_BETA(c[0], c[1]), STORE_(BY_ALPHA(re, im)))
/// Each part of C is read where the nest found it, or the nest is none.
ENDS(read_between, long, restrict, MUST, 0, 0, c[0] = alpha * re + beta * c[0];
     c[1] = alpha * im + beta * c[1];)
ENDS(read_late, long, restrict, 0, 0, 0, c[0] = alpha * re - beta * im;
     c[1] = alpha * im + beta * c[0];)
ENDS(read_before, long, restrict, MUST, 0, 0, c[0] = alpha * re + beta * c[1];
     c[1] = alpha * im;)
/// The reference BLAS: columns of C are scaled first.
FORM(scaled_first, RRR, MUST, ABCS(int, restrict), ABCS_ARGS) {
  UP(int, i, M) {
    J(int) {
      C_ STORE_(BY_BETA(c[0], c[1]))
    }
    L(int) {
      const T *a = A + i * lda + 2 * k;
      const T x = alpha * a[0] - beta * a[1], y = alpha * a[1] + beta * a[0];
      J(int) {
        B_ C_ const T re = x * b[0] - y * b[1], im = x * b[1] + y * b[0];
        c[0] += re;
        c[1] += im;
      }
    }
  }
}

/// Half of C, one element of the diagonal with both parts, with a sum that is
/// stored, that starts and ends with both parts of C, or that is in memory.
#define LOWER(I) for (I j = 0; j < N / 2 && j <= i; ++j)
#define UPPER(I) for (I j = i; j < N / 2; ++j)
#define TRIANGLES(NAME, I, ...)                                                \
  TRIANGLE(lower_##NAME, I, LOWER(I), __VA_ARGS__)                             \
  TRIANGLE(upper_##NAME, I, UPPER(I), __VA_ARGS__)
#define TRIANGLE(NAME, I, J, START_RE, START_IM, ...)                          \
  FORM(NAME, RRR, MUST, ABCS(I, restrict), ABCS_ARGS) {                        \
    UP(I, i, M) J {                                                            \
      C_ T re = START_RE, im = START_IM;                                       \
      L(I) {                                                                   \
        A_ B_ re += RE;                                                        \
        im += IM;                                                              \
      }                                                                        \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
#define TRIANGLES_(...) TRIANGLES(__VA_ARGS__)
TRIANGLES(plain, long, 0, 0, c[0] = re; c[1] = im;)
TRIANGLES(added, int, c[0], c[1], c[0] = re; c[1] = im;)
TRIANGLES_(ends, long, BY_BETA(c[0], c[1]), STORE_(BY_ALPHA(re, im)))
FORM(lower_middle, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) L(int) LOWER(int) {
    A_ B_ C_ const T re = RE, im = IM;
    c[0] += re;
    c[1] += im;
  }
}

/// Structs that go through functions, `float` ones as vectors of two.
typedef struct {
  T re, im;
} Number;
static inline Number times(Number x, Number y) {
  return (Number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
static inline Number plus(Number x, Number y) { return (Number){x.re + y.re, x.im + y.im}; }
static inline Number conjugate(Number x) { return (Number){x.re, -x.im}; }
/// Times -i.
static inline Number turned(Number x) { return (Number){x.im, -x.re}; }
static inline Number crossed(Number x) { return (Number){x.im, x.re}; }
#define NUMBERS(NAME, OF_A, OF_S)                                              \
  FORM(numbers##NAME, RRR, MUST, ABC(int, restrict), ABC_ARGS) {               \
    UP(int, i, M) J(int) {                                                     \
      Number s = {0, 0};                                                       \
      L(int) {                                                                 \
        const Number *a = (const Number *)(A + i * lda) + k;                   \
        s = plus(s, times(OF_A(*a), ((const Number *)(B + k * ldb))[j]));      \
      }                                                                        \
      ((Number *)(C + i * ldc))[j] = OF_S(s);                                  \
    }                                                                          \
  }
NUMBERS(, , )
NUMBERS(_conjugated, conjugate, conjugate)
NUMBERS(_turned, , turned)
NUMBERS(_crossed, , crossed)
FORM(numbers_middle, RRR, MUST | ALIAS, ABC(long, ), ABC_ARGS) {
  UP(long, i, M) L(long) J(long) {
    Number *c = (Number *)(C + i * ldc) + j;
    *c = plus(*c, times(((const Number *)(A + i * lda))[k], ((const Number *)(B + k * ldb))[j]));
  }
}
