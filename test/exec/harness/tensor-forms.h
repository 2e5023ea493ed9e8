//===- tensor-forms.h - How a test program describes a contraction --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tensors.c and tensor-driver.c share. A form has up to eight axes, a to
/// h, of na to nh steps, and says how many elements its arrays have then.
///
///     TENSORS(NAME, FLAGS, INDEX, restrict, ELEMENTS_A, ELEMENTS_B, ELEMENTS_C) {
///       L(a) L(c) L(e) C[a * nc + c] += A[a * ne + e] * B[e * nc + c];
///     }
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_TENSOR_FORMS_H
#define GEMMIFY_TEST_EXEC_TENSOR_FORMS_H

#include "forms.h"

enum { AXES = 8, ARRAYS = 4 };

/// The arrays are A, B, C and V, which has as many elements as axis a steps.
struct tensor_form {
  const char *name;
  int flags; ///< MUST, MUSTNOT, ALIAS
  void (*elements)(const long *n, long *count);
  void (*call)(const long *n, void *const *array);
};

#define AXES_OF(I) I na, I nb, I nc, I nd, I ne, I nf, I ng, I nh
#define AXES_FROM(N) N[0], N[1], N[2], N[3], N[4], N[5], N[6], N[7]
#define L(X) for (idx X = 0; X < n##X; ++X)
#define LDOWN(X) for (idx X = n##X; X-- > 0;)

#ifdef TABLE
#define TENSORS(NAME, FLAGS, I, R, NA, NB, NC)                                 \
  void NAMED(NAME)(AXES_OF(I), const TA *R A, const TB *R B, T *R C,           \
                   const T *restrict V);                                       \
  static void CAT(elements_of_, NAME)(const long *n, long *count) {            \
    const long na = n[0], nb = n[1], nc = n[2], nd = n[3], ne = n[4],          \
               nf = n[5], ng = n[6], nh = n[7];                                \
    (void)(na + nb + nc + nd + ne + nf + ng + nh);                             \
    count[0] = NA, count[1] = NB, count[2] = NC, count[3] = na;                \
  }                                                                            \
  static void CAT(call_, NAME)(const long *n, void *const *x) {                \
    NAMED(NAME)(AXES_FROM(n), x[0], x[1], x[2], x[3]);                         \
  }                                                                            \
  static const struct tensor_form CAT(form_, NAME) = {                         \
      #NAME, FLAGS, CAT(elements_of_, NAME), CAT(call_, NAME)};                \
  static const struct tensor_form *CAT(entry_, NAME)                           \
      __attribute__((used, section(SECTION))) = &CAT(form_, NAME);             \
  COMPILED(NAME) __attribute__((noinline)) void NAMED(NAME)(                   \
      AXES_OF(I), const TA *R A, const TB *R B, T *R C, const T *restrict V)
#endif

#endif // GEMMIFY_TEST_EXEC_TENSOR_FORMS_H
