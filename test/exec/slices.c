//===- slices.c - Operands, start and final values that are expressions ---===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{big} = affine_k_RRR,bias_i_LLL,residual_scaled_RRR,self_scaled_RRR
// RUN: %exec %s --sizes=small --types=float --big=%{big}
// RUN: %exec %s --blocks --expect-heap --sizes=tiny --types=double --deal=2
// RUN: %exec %s --blocks --sizes=tiny --types=float --no-must \
// RUN:   --flags="-O3 -march=native -ffp-contract=fast -DFEWER" --deal=4
// RUN: %exec %s --sizes=tiny --types=double --no-must --deal=2 --deal-from=1 \
// RUN:   --flags="-O2 -march=x86-64-v3 -ffp-contract=off -DFEWER" \
// RUN:   --plugin-flags="-mllvm -gemmify-strategy=tiling"
//
//===----------------------------------------------------------------------===//

#include "forms.h"
#include <math.h>

/// Values besides A, B and C: for each row, for each column, for each k, and a
/// matrix.
enum { LONGEST = 720 };
T NAMED(of_row)[LONGEST], NAMED(of_col)[LONGEST], NAMED(of_k)[LONGEST],
    NAMED(matrix)[LONGEST][LONGEST], NAMED(other)[LONGEST][LONGEST];
#define row NAMED(of_row)[i]
#define col NAMED(of_col)[j]
#define ofk NAMED(of_k)[k]
#define Z NAMED(matrix)[i][j]
#define ZA NAMED(matrix)[i][k]

__attribute__((constructor)) static void fill_tables(void) {
  unsigned long x = 12345;
#define NEXT (T)((double)(long)(x = x * 6364136223846793005u + 1442695) / 3e18)
  for (int i = 0; i < LONGEST; ++i) {
    NAMED(of_row)[i] = NEXT;
    NAMED(of_col)[i] = NEXT;
    NAMED(of_k)[i] = i % 7 ? NEXT : (T)-0.0;
    for (int j = 0; j < LONGEST; ++j)
      NAMED(matrix)[i][j] = (i + j) % 5 ? NEXT : (T)0.0;
  }
}

#define A_(l) AT_##l(A, lda, i, k)
#define B_(l) AT_##l(B, ldb, k, j)
#define C_(l) AT_##l(C, ldc, i, j)
#define IJ UP(int, i, M) UP(int, j, N)
#define JI UP(int, j, N) UP(int, i, M)
#define K_ UP(int, k, K)

/// A form in three layouts and as many orders of the loops. FEWER leaves out
/// what is column-major altogether.
#define ONE(NAME, abc, FLAGS) CAT(ONE_, abc)(NAME##_##abc, abc, FLAGS)
#define ONE_RRR(NAME, abc, FLAGS)                                              \
  FORM(NAME, abc, FLAGS, ABCS(int, restrict), ABCS_ARGS)
#define ONE_RLL ONE_RRR
#ifdef FEWER
#define ONE_LLL(NAME, abc, FLAGS)                                              \
  __attribute__((unused)) static void NAME ABCS(int, restrict)
#else
#define ONE_LLL ONE_RRR
#endif
#define OPERAND(NAME, P)                                                       \
  ONE(NAME, RRR, MUST) {                                                       \
    IJ {                                                                       \
      T s = 0;                                                                 \
      K_ s += P(A_(R), B_(R));                                                 \
      C_(R) = s;                                                               \
    }                                                                          \
  }                                                                            \
  ONE(NAME, LLL, MUST) {                                                       \
    UP(int, j, N) K_ UP(int, i, M) C_(L) -= P(A_(L), B_(L));                   \
  }
#define FINAL_OF(NAME, l, a, LOOPS, START, E)                                  \
  ONE(NAME, l##a##a, MUST) {                                                   \
    LOOPS {                                                                    \
      T s = START, *c = &C_(a);                                                \
      K_ s += A_(l) * B_(a);                                                   \
      E;                                                                       \
    }                                                                          \
  }
#define FINAL(NAME, E)                                                         \
  FINAL_OF(NAME, R, R, IJ, 0, E)                                               \
  FINAL_OF(NAME, L, L, JI, 0, E)
#define FINAL_3(NAME, E)                                                       \
  FINAL(NAME, E)                                                               \
  FINAL_OF(NAME, R, L, IJ, row, E)
#define START(NAME, E)                                                         \
  ONE(NAME, RRR, MUST) {                                                       \
    IJ {                                                                       \
      T *c = &C_(R), s = E;                                                    \
      K_ s += A_(R) * B_(R);                                                   \
      *c = s;                                                                  \
    }                                                                          \
  }                                                                            \
  ONE(NAME, LLL, MUST) {                                                       \
    UP(int, j, N) {                                                            \
      UP(int, i, M) {                                                          \
        T *c = &C_(L);                                                         \
        *c = E;                                                                \
      }                                                                        \
      K_ UP(int, i, M) C_(L) += A_(L) * B_(L);                                 \
    }                                                                          \
  }

#define abs_(x) ((T)__builtin_fabs(x))
#define max_(x, y) ((T)__builtin_fmax(x, y))
#define min_(x, y) ((T)__builtin_fmin(x, y))

/// The operands of the product.
#define P_add_i(a, b) ((a) + row) * (b)
OPERAND(add_i, P_add_i)
#define P_add_k(a, b) ((a) + ofk) * (b)
OPERAND(add_k, P_add_k)
#define P_scale_i(a, b) ((a) * row) * (b)
OPERAND(scale_i, P_scale_i)
#define P_scale_k(a, b) ((a) * ofk) * (b)
OPERAND(scale_k, P_scale_k)
#define P_affine_k(a, b) ((a) * ofk + row) * (b)
OPERAND(affine_k, P_affine_k)
#define P_both(a, b) ((a) + row) * ((b) * col)
OPERAND(both, P_both)
#define P_both_affine(a, b) ((a) * row + alpha) * (beta - (b) * col)
OPERAND(both_affine, P_both_affine)
#define P_minus_scalar(a, b) ((a) - alpha) * (b)
OPERAND(minus_scalar, P_minus_scalar)
#define P_relu_a(a, b) ((a) > 0 ? (a) : 0) * (b)
OPERAND(relu_a, P_relu_a)
#define P_relu_b(a, b) (a) * ((b) < 0 ? 0 : (b))
OPERAND(relu_b, P_relu_b)
#define P_clamp_a(a, b) min_(max_((a), -alpha), (T)0.5) * (b)
OPERAND(clamp_a, P_clamp_a)
#define P_absolute(a, b) abs_((a)) * -(b)
OPERAND(absolute, P_absolute)
#define P_divided(a, b) ((a) / row) * (b)
OPERAND(divided, P_divided)
#define P_matrix_sum(a, b) ((a) + ZA) * (b)
OPERAND(matrix_sum, P_matrix_sum)
#define P_smaller(a, b) ((a) < ofk ? (a) : ofk) * (b)
OPERAND(smaller, P_smaller)
#define P_square(a, b) ((a) * (a)) * ((b) * (b))
OPERAND(square, P_square)
#define P_polynomial(a, b) (((alpha * (a) + beta) * (a) + 1) * (a)) * (b)
OPERAND(polynomial, P_polynomial)

/// Loop counters as numbers, of any width, upward and downward.
#define P_counter_k(a, b) ((a) * (T)k) * (b)
OPERAND(counter_k, P_counter_k)
#define P_counter_i(a, b) ((a) + (T)i) * (b)
OPERAND(counter_i, P_counter_i)
#define P_counter_product(a, b) (T)(i * k) * (b)
OPERAND(counter_product, P_counter_product)
#define P_counter_narrow(a, b) (T)(signed char)(k * 7 + i) * (b)
OPERAND(counter_narrow, P_counter_narrow)
#define P_counter_unsigned(a, b) (a) * (T)((unsigned)(j - k) % 13u)
OPERAND(counter_unsigned, P_counter_unsigned)

#define P_counter_mask(a, b) (i < k ? (T)1 : (T)0) * (b)
OPERAND(counter_mask, P_counter_mask)

/// Functions that only compute; narrow numbers are passed extended.
__attribute__((const, noinline)) T NAMED(own)(T x, short y) {
  return y < 0 ? x * (T)y + 1 : x - (T)y;
}
#define P_own(a, b) NAMED(own)((a), k * 9001) * (b)
OPERAND(own, P_own)
FINAL(own_final, *c = NAMED(own)(s, i * 9001 + j) + col)

/// What is made of the sum.
FINAL_3(bias_j, *c = s + col)
FINAL_3(bias_i, *c = s + row)
FINAL(relu, *c = s > 0 ? s : 0)
FINAL(relu_if, if (s < 0) s = 0; *c = s)
FINAL(relu_max, *c = max_(s, 0))
FINAL(relu_branches, if (s < 0) *c = 0; else *c = s)
FINAL(leaky_branches, if (s < 0) *c = alpha * s; else *c = s)
FINAL(clamp, *c = s < 0 ? 0 : s > 6 ? 6 : s)
FINAL(clamp_ifs, if (s < -1) s = -1; if (s > 1) s = 1; *c = s)
FINAL(scale_j, *c = s * col)
FINAL_3(scale_bias_j, *c = s * col + row)
FINAL_3(scale_bias_i, *c = s * row + col)
FINAL_3(scalar_bias_j, *c = s + alpha * col)
FINAL_3(scalar_bias_i, *c = s + alpha * row)
FINAL(bias_relu, s += col; *c = s > 0 ? s : 0)
FINAL(residual, *c = s + Z)
FINAL(residual_scaled, *c = Z + alpha * s)
FINAL(self, *c += s)
FINAL(self_scaled, *c += s * alpha)
FINAL_3(self_scaled_bias, *c = alpha * s + beta * *c + col)
FINAL(self_relu, s += *c; *c = s > 0 ? s : 0)
FINAL(self_twice, *c = *c * s - *c)
FINAL(absolute_sum, *c = abs_(s))
FINAL(normalized, *c = (s - col) / row * alpha + Z)
FINAL(masked, *c = Z > 0 ? s : 0)
FINAL(squared, *c = s * s - alpha)
FINAL_3(counters, *c = s * (T)(i - 2 * j))
FINAL(diagonal, *c = i == j ? s + alpha : s)
FINAL(causal, *c = j <= i ? s : (T)-1e9)
FINAL(unused, *c = s * 0 + Z)

/// Where the sum starts.
START(start_bias_j, col)
START(start_bias_i, row)
START(start_matrix, Z)
START(start_matrix_scaled, Z *alpha + col)
START(start_sum, row + col)
START(start_scaled, *c *beta)
START(start_relu, *c > 0 ? *c : 0)
START(start_affine, *c *col + row)
START(start_counters, (T)(i * 3 + j))
START(start_identity, (T)(i == j))

/// Rows that are copied by memcpy, or by loops that may not become one.
#define COPIED(NAME, R_, FLAGS)                                                \
  FORM(NAME, RRR, FLAGS, ABC(int, R_), ABC_ARGS) {                             \
    for (int i = 0; K > 0 && i < M; ++i) {                                     \
      UP(int, j, N) C_(R) = B[j];                                              \
      K_ UP(int, j, N) C_(R) += A_(R) * B_(R);                                 \
    }                                                                          \
  }
COPIED(copied_row, restrict, MUST)
COPIED(copied_row_may_alias, , MUST | ALIAS)
FORM(copied_matrix_row, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  UP(int, i, M) {
    UP(int, j, N) C_(R) = Z;
    UP(int, j, N) K_ C_(R) -= A_(R) * B_(R);
  }
}
FORM(may_alias, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  for (int i = 0; K > 0 && i < M; ++i)
    UP(int, j, N) {
      T s = B[j];
      K_ s += (A_(R) + (T)k) * B_(R);
      C_(R) = s + A[i * lda] > 0 ? s : s * A[i * lda];
    }
}

/// Other loops whose counters are numbers.
ONE(downward, RRR, MUST) {
  DOWN(int, i, M) DOWN(int, j, N) {
    T s = (T)(j - i);
    DOWN(int, k, K) s += A_(R) * (B_(R) + (T)k);
    C_(R) = s;
  }
}
FORM(lower_bounds, RRR, MUST | OFFSET,
     (short i0, int M, int j0, int N, unsigned char k0, int K,
      const T *restrict A, long lda, const T *restrict B, long ldb,
      T *restrict C, long ldc),
     (p->i0, p->i0 + p->m, p->j0, p->j0 + p->n, p->k0, p->k0 + p->k, p->A,
      p->lda, p->B, p->ldb, p->C, p->ldc)) {
  for (int i = i0; i < M; i++)
    for (int j = j0; j < N; j++) {
      T s = (T)j;
      for (int k = k0; k < K; k++)
        s += (A_(R) + (T)i) * (B_(R) * (T)(unsigned char)(k * 3));
      C_(R) = s * (T)(i + j);
    }
}
FORM(running_number, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  int number = 3;
  UP(int, i, M) {
    UP(int, j, N) {
      T s = (T)number;
      K_ s += A_(R) * B_(R);
      C_(R) = s;
      number += 5;
    }
  }
}
FORM(mean, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
  IJ {
    T s = 0;
    int k = 0;
    for (; k < K; ++k)
      s += A_(R) * B_(R);
    C_(R) = s / (T)k;
  }
}

/// The result is worked on in memory, right behind the k loop.
ONE(memory_relu, RRR, MUST) {
  IJ {
    C_(R) = 0;
    K_ C_(R) += A_(R) * B_(R);
    if (C_(R) < 0)
      C_(R) = 0;
  }
}
ONE(memory_bias_relu, RRR, MUST) {
  IJ {
    C_(R) = 0;
    K_ C_(R) += A_(R) * B_(R);
    C_(R) += col;
    C_(R) = C_(R) > 0 ? C_(R) : 0;
  }
}
/// Stores, one after the other, of which none may be forgotten: B may be C.
#define CHAIN(NAME, BEFORE, BEHIND)                                            \
  FORM(NAME, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {                        \
    for (int i = 0; K > 0 && i < M; ++i)                                       \
      UP(int, j, N) {                                                          \
        T *c = &C_(R);                                                         \
        BEFORE;                                                                \
        K_ C_(R) += A_(R) * B_(R);                                             \
        BEHIND;                                                                \
      }                                                                        \
  }
CHAIN(chain_behind, , (*c += B[j], *c *= A[i * lda], *c -= *c * B[j]))
CHAIN(chain_before, (*c = B[j], *c += A[i * lda], *c *= B[j]), )
CHAIN(chain_both, (*c *= B[j], *c += A[i * lda]), (*c += B[j], *c *= B[j]))
FORM(chain_register, RRR, MUST | ALIAS, ABC(int, ), ABC_ARGS) {
  for (int i = 0; K > 0 && i < M; ++i)
    UP(int, j, N) {
      T s = C_(R);
      C_(R) = B[j];
      K_ s += A_(R) * B_(R);
      C_(R) = s;
      C_(R) *= B[j];
      C_(R) = C_(R) < 0 ? 0 : C_(R);
    }
}
FORM(other_array, RRR, 0, ABCS(int, restrict), ABCS_ARGS) {
  IJ {
    K_ NAMED(other)[i][j] += A_(R) * B_(R);
    C_(R) = NAMED(other)[i][j] * alpha;
  }
}
ONE(memory_scaled, LLL, MUST) {
  JI {
    K_ C_(L) += A_(L) * B_(L);
    C_(L) *= row;
  }
}

/// Unrolled loops whose numbers do not count as the copies do.
FORM(unrolled_equal_numbers, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  IJ {
    T s = 0;
    for (int k = 0; k + 1 < K; k += 2) {
      s += A_(R) * (T)k * B_(R);
      s += A[i * lda + k + 1] * (T)k * B[(k + 1) * ldb + j];
    }
    C_(R) = s;
  }
}
FORM(unrolled_rows, RRR, 0, ABC(int, restrict), ABC_ARGS) {
  for (int i = 0; i + 1 < M; i += 2)
    UP(int, j, N) {
      T s = 0, t = 0;
      K_ {
        s += (A_(R) + (T)k) * B_(R);
        t += (A[(i + 1) * lda + k] + (T)k) * B_(R);
      }
      C_(R) = s * (T)i;
      C[(i + 1) * ldc + j] = t * (T)i;
    }
}
