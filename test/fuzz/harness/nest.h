//===- nest.h - What a generated nest is made of -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A generated file is compiled three times: VERSION=plain without the plugin,
/// VERSION=gemmify with it, and VERSION=probe, in which an access only notes
/// its address. The probe runs first and tells the runner which memory the nest
/// needs, so that everything around that can be made inaccessible.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_FUZZ_NEST_H
#define GEMMIFY_TEST_FUZZ_NEST_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { POINTERS = 6, FIXED = 131, ROWS = 400 };

/// The numbers of a test case. p: A, B, C, two vectors, and what is reached
/// under a condition only.
struct args {
  long m, n, k, low, batch;
  double alpha, beta;
  long pad[3], rs[3], cs[3];
  int rows;    ///< How looked-up rows are permuted.
  int endless; ///< A loop beside the product does not end.
  void *p[POINTERS];
};

enum nest_flags { ALIASING = 1, SIGNED = 2, SMALL = 4, MAY_NOT_END = 8 };

/// What the elements behind a pointer are.
enum kind { INTEGER, HALF, BFLOAT, FLOAT, DOUBLE };
struct elements {
  int kind, size;
};

struct nest {
  const char *name;
  void (*call)(const struct args *);
  struct elements elements[POINTERS];
  int flags;
};

#ifdef __powerpc__ // clang has no short floats there.
#define SHORT_KINDS
#else
#define SHORT_KINDS _Float16 : HALF, __bf16 : BFLOAT,
#endif
#define KIND(T)                                                                \
  {_Generic((T)0, SHORT_KINDS float: FLOAT, double: DOUBLE, default: INTEGER), \
   sizeof(T)}

/// The row that the entry \p r of a table of row pointers points to.
static inline long row(const struct args *a, long r) {
  switch (a->rows) {
  case 0:
    return r;
  case 1:
    return -r;
  case 2:
    return r ^ 1;
  default:
    return r * 2 / 3; // Some rows twice.
  }
}

#define CAT_(A, B) A##B
#define CAT(A, B) CAT_(A, B)
#define TABLE CAT(VERSION, _table)
#define NAMED(NAME, PARAMS) static __attribute__((noinline)) void NAME PARAMS
#define CALL(NAME) static void call_##NAME(const struct args *a)
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define MAX(X, Y) ((X) < (Y) ? (Y) : (X))

#ifdef PROBE
/// Notes an access to [p, p + size) and gives another place to it.
void *probe(const volatile void *p, size_t size);
#define AT(X) (*(__typeof__(X) *)probe(&(X), sizeof(X)))
/// Conditions on data, which a probe does not see: it goes everywhere.
#define IF(X) ((X) || 1)
#define UNLESS(X) ((X) && 0)
/// Loops that need not end do.
#define ENDS(X) ((X) || 1)
#else
#define AT(X) (X)
#define IF(X) (X)
#define UNLESS(X) (X)
#define ENDS(X) (X)
#endif

#endif // GEMMIFY_TEST_FUZZ_NEST_H
