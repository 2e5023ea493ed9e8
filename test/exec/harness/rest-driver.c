//===- rest-driver.c - Runs rest.c ----------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Six arrays in one piece of memory that ends at an inaccessible page, apart
/// from each other or, for forms marked ALIAS, on top of each other in many
/// ways. The bits of all that memory are compared. Where the linker defines
/// must_use_workspace, every MUST form has to use some: then its kernel has
/// run.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "forms.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern const struct form *__start_plain_forms[], *__stop_plain_forms[];
extern const struct form *__start_gemmify_forms[];

enum { ARRAYS = 6, MARGIN = 300 };

static const int sizes[][3] = {
    {0, 3, 4},    {3, 0, 4},    {3, 4, 0},    {1, 1, 1},    {2, 5, 3},
    {1, 37, 150}, {90, 1, 60},  {61, 80, 1},  {16, 16, 16}, {17, 23, 19},
    {33, 29, 31}, {48, 48, 48}, {97, 53, 41}, {25, 100, 30}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static uint64_t state = 1;
static unsigned below(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

static sigjmp_buf on_fault;
static void fault(int sig) { siglongjmp(on_fault, sig); }

/// Where kernels keep workspace between two products (WorkspacePool.h).
extern void *pool[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

/// Defined where every product of a MUST form is large enough for workspace.
extern const char must_use_workspace __attribute__((weak));

/// Empties the pool and says whether something was there: then a kernel ran.
static int used_workspace(void) {
  if (!pool || !pool[0])
    return 0;
  munmap(pool[0], *(size_t *)pool[0]);
  pool[0] = pool[64] = NULL;
  return 1;
}

static T *memory; ///< Of `total` elements, up to the end of a page.
static size_t total;

static void reserve(size_t elements) {
  size_t page = 4096, bytes = (elements * sizeof(T) + page - 1) / page * page;
  char *x = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (x == MAP_FAILED || mprotect(x + bytes, page, PROT_NONE))
    exit(2);
  memory = (T *)(x + bytes) - elements;
  total = elements;
}

/// Places the arrays one behind the other in some order, the last at the end,
/// and then \p moved of them onto others.
static void place(long offset[ARRAYS], size_t each, int moved) {
  unsigned first = below(ARRAYS);
  for (unsigned a = 0; a < ARRAYS; ++a)
    offset[(a + first) % ARRAYS] = (long)(total - (ARRAYS - a) * each);
  while (moved--) {
    static const long shifts[] = {0, 0, 0, 1, -1, 7, 48, -53, 130, -200};
    unsigned a = below(ARRAYS), b = below(ARRAYS);
    long at = offset[b] + shifts[below(10)];
    if (at >= 0 && at + each <= total)
      offset[a] = at;
  }
}

static void run(const struct form *f, const struct problem *p, T *result,
                int *bad) {
  *bad = sigsetjmp(on_fault, 1);
  if (!*bad)
    f->call(p);
  memcpy(result, memory, total * sizeof(T));
}

int main(int argc, char **argv) {
  long forms = __stop_plain_forms - __start_plain_forms, cases = 0, wrong = 0;
  int list = argc > 1 && !strcmp(argv[1], "--list");
  reserve(ARRAYS * 100 * 100 + 2 * MARGIN);
  T *start = malloc(total * sizeof(T)), *want = malloc(total * sizeof(T)),
    *got = malloc(total * sizeof(T));
  signal(SIGSEGV, fault);
  signal(SIGBUS, fault);
  for (long f = 0; f < forms; ++f) {
    const struct form *plain = __start_plain_forms[f];
    int flags = plain->flags;
    if (list)
      printf("form %s %s\n", plain->name,
             flags & MUST      ? "must"
             : flags & MUSTNOT ? "mustnot"
                               : "may");
    for (size_t i = 0; i < total; ++i)
      start[i] = (T)below(2001) / (T)1000 - (T)1;
    int used = 0;
    used_workspace();
    for (int c = 0; !list && c < SIZES * (flags & ALIAS ? 12 : 2); ++c) {
      const int *size = sizes[c % SIZES];
      long offset[ARRAYS];
      place(offset, 100 * 100, flags & ALIAS ? (c / SIZES) % 4 : 0);
      struct problem p = {size[0],   size[1],   size[2], offset[0],
                          offset[1], offset[2], 1,       memory};
      p.rsA = offset[3], p.csA = offset[4], p.rsB = offset[5];
      p.alpha = 0.75;
      int bad[2];
      memcpy(memory, start, total * sizeof(T));
      run(plain, &p, want, &bad[0]);
      memcpy(memory, start, total * sizeof(T));
      run(__start_gemmify_forms[f], &p, got, &bad[1]);
      used |= used_workspace();
      // Products of large numbers over and over may become NaN.
      int differ = bad[0] != bad[1];
      for (size_t i = 0; i < total; ++i)
        differ |= memcmp(&want[i], &got[i], sizeof(T)) &&
                  (want[i] == want[i] || got[i] == got[i]);
      ++cases;
      wrong += differ;
      if (differ)
        printf("FAIL %s m=%d n=%d k=%d, case %d\n", plain->name, size[0],
               size[1], size[2], c);
    }
    if (!list && &must_use_workspace && flags & MUST && !used && ++wrong)
      printf("FAIL %s never runs its kernel\n", plain->name);
  }
  if (list)
    return 0;
  printf("%ld forms, %ld cases, %ld failures\n", forms, cases, wrong);
  return wrong || !cases;
}
