//===- memory.h - Operands between inaccessible pages ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocates the operands of a problem so that every access that the source
/// would not make faults, and counts what the code under test allocates.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_MEMORY_H
#define GEMMIFY_TEST_EXEC_MEMORY_H

#include "forms.h"
#include <stdlib.h>

/// Where the operands lie in their pages. In the LINE placements every line
/// (row or column) has pages of its own with an inaccessible page behind it.
enum placement { END, START, LINE_END, LINE_START };
extern const char *const placement_names[];

/// NORMAL: in [-1, 1]. SPECIAL: one in eight is ±0, denormal, huge, Inf or NaN.
/// ZEROS: mostly ±0, so that sums are zeros and their signs show.
/// Integers: NORMAL has all values of eight bits, SPECIAL prefers the extreme
/// ones; with -DWRAPS both take all bits of the type.
enum values { NORMAL, SPECIAL, ZEROS, NUM_VALUES };
extern const char *const value_names[];

/// Ways in which the operands share one array; 0 means that they do not.
enum { NUM_ALIAS = 16 };
extern const char *const alias_names[];

/// `count` accessible pieces of `bytes` bytes, `stride` bytes apart.
struct memory {
  char *pieces;
  size_t count, bytes, stride;
  char *map; ///< What to unmap.
  size_t map_bytes;
};

/// A problem and the memory that it lives in.
struct world {
  struct problem p;
  struct memory a, b;    ///< Read-only; unused when the operands share.
  struct memory written; ///< C, or the shared array.
};

/// Builds a problem for \p f. Returns 0 when the form cannot have this
/// placement or overlap.
int world_create(struct world *w, const struct form *f, long m, long n, long k,
                 int pad, enum placement place, enum values values, int alias);
void world_destroy(struct world *w);

/// Contents of \p mem, to be freed by the caller.
char *memory_copy(const struct memory *mem);
void memory_restore(struct memory *mem, const char *copy);

/// What the code between heap_begin and heap_end asked of the heap and of mmap:
/// number of allocations, and how many were not given back. With \p fail they
/// all fail. No workspace waits in the kernels' pool when it begins.
struct heap_use {
  long calls, live;
};
void heap_begin(int fail);
struct heap_use heap_end(void);

#endif // GEMMIFY_TEST_EXEC_MEMORY_H
