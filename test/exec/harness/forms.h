//===- forms.h - How a test program describes one nest -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A family file (orders.c, updates.c, ...) holds many small functions, each
/// introduced by FORM. It is compiled twice, without the plugin (TABLE=plain)
/// and with it (TABLE=gemmify); driver.c links both and compares bits.
///
///     FORM(ijk, RRR, MUST, ABC(int, restrict), ABC_ARGS) {
///       UP(int, i, M) UP(int, j, N) UP(int, k, K)
///         C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
///     }
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_FORMS_H
#define GEMMIFY_TEST_EXEC_FORMS_H

#include <stddef.h>
#include <stdint.h>

/// T is the type of C. A and B have it too unless the build says otherwise.
#ifndef TA
#define TA T
#endif
#ifndef TB
#define TB T
#endif

/// One product: C is m×n, A is m×k, B is k×n. Element (r, c) of X lies at
/// X[r*rsX + c*csX]; ldX is the larger of the two for row- and column-major X.
/// Lower bounds are 0 unless the form has the flag OFFSET.
struct problem {
  long m, n, k;
  long i0, j0, k0;
  long batch;
  void *A, *B, *C;
  long lda, ldb, ldc;
  long rsA, csA, rsB, csB, rsC, csC;
  double alpha, beta;
};

enum form_flags {
  MUST = 1,      ///< The nest has to be rewritten.
  MUSTNOT = 2,   ///< The nest must not be rewritten.
  ALIAS = 4,     ///< Also run with overlapping operands (no restrict).
  OFFSET = 8,    ///< Uses the lower bounds i0, j0, k0.
  BATCH = 16,    ///< `batch` products, stacked along the rows.
  UNSIGNED = 32, ///< Leading dimensions cannot be negative.
  NARROW = 64,   ///< C holds a single column (n = 1 always).
  SMALL = 128,   ///< Too small for packing, or run under a condition: no
                 ///< allocation is expected.
};

struct form {
  const char *name;
  /// One of R (row-major), L (column-major), G (both strides free) for each of
  /// A, B and C.
  const char *layout;
  int flags;
  /// Sizes and leading dimensions that the code fixes; 0 where it does not.
  int m, n, k, lda, ldb, ldc;
  void (*call)(const struct problem *);
};

#define CAT_(A, B) A##B
#define CAT(A, B) CAT_(A, B)
#define STR_(A) #A
#define STR(A) STR_(A)

#ifdef TABLE
#define NAMED(NAME) CAT(CAT(TABLE, _), NAME)
#define SECTION STR(CAT(TABLE, _forms))

#ifdef __cplusplus
#define NOT_MANGLED extern "C"
#else
#define NOT_MANGLED
#endif

/// With ONLY, forms NAME for which ONLY_NAME is not 1 are compiled as they stand,
/// which takes less time: they do not run.
#ifdef ONLY
#define COMPILED(NAME) SECOND(CAT(COMPILED_, CAT(ONLY_, NAME)), QUICKLY, )
#define COMPILED_1 0,
#define QUICKLY __attribute__((optnone))
#define SECOND(...) SECOND_(__VA_ARGS__)
#define SECOND_(A, B, ...) B
#else
#define COMPILED(NAME)
#endif

/// Registers a form and opens its function. The trailing arguments are the
/// sizes m, n, k, lda, ldb, ldc where they are fixed.
#define FORM(NAME, LAYOUT, FLAGS, PARAMS, ARGS, ...)                           \
  NOT_MANGLED void NAMED(NAME) PARAMS;                                         \
  static void CAT(call_, NAME)(const struct problem *p) { NAMED(NAME) ARGS; }  \
  REGISTER(NAME, LAYOUT, FLAGS, __VA_ARGS__)                                   \
  COMPILED(NAME) __attribute__((noinline)) void NAMED(NAME) PARAMS

#define REGISTER(NAME, LAYOUT, FLAGS, ...)                                     \
  static const struct form CAT(form_, NAME) = {                                \
      #NAME, #LAYOUT, FLAGS,                                                   \
      SIZES(__VA_ARGS__ __VA_OPT__(, ) 0, 0, 0, 0, 0, 0, 0),                   \
      CAT(call_, NAME)};                                                       \
  static const struct form *CAT(entry_, NAME)                                  \
      __attribute__((used, section(SECTION))) = &CAT(form_, NAME);
#define SIZES(M, N, K, LDA, LDB, LDC, ...) M, N, K, LDA, LDB, LDC
#endif

/// Loops over [0, N), upward and downward; right for signed and unsigned I.
#define UP(I, V, N) for (I V = 0; V < (N); ++V)
#define DOWN(I, V, N) for (I V = (N); V-- > 0;)

/// Flat operands with leading dimensions of type I; R is restrict or empty.
#define ABC(I, R)                                                              \
  (I M, I N, I K, const TA *R A, I lda, const TB *R B, I ldb, T *R C, I ldc)
#define ABC_ARGS (p->m, p->n, p->k, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)

/// The same with two scalars.
#define ABCS(I, R)                                                             \
  (I M, I N, I K, T alpha, T beta, const TA *R A, I lda, const TB *R B, I ldb, \
   T *R C, I ldc)
#define ABCS_ARGS                                                              \
  (p->m, p->n, p->k, p->alpha, p->beta, p->A, p->lda, p->B, p->ldb, p->C,      \
   p->ldc)

/// Element (r, c) of flat X in each layout.
#define AT_R(X, LD, r, c) X[(r) * LD + (c)]
#define AT_L(X, LD, r, c) X[(r) + (c) * LD]

#endif // GEMMIFY_TEST_EXEC_FORMS_H
