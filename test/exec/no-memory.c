//===- no-memory.c - Products for which there is no workspace -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{wraps} = -Wl,--wrap=mmap,--wrap=munmap,--wrap=malloc,--wrap=free
// RUN: %products %s --link-flags=%{wraps}
//
// The same with malloc, as on systems for which there is no pool of mappings.
// RUN: %products %s --no-pool --link-flags=%{wraps}
//
// Each request for memory fails in turn, and then the limit of the address
// space leaves nothing. The results and errno stay what they are, and what was
// taken is given back.
//
//===----------------------------------------------------------------------===//

#include "products.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

void *__real_malloc(size_t);
void __real_free(void *);
void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);
static long requests, fail_at, live, watching;

static int fails(void) { return watching && ++requests == fail_at; }

void *__wrap_malloc(size_t size) {
  void *p = fails() ? NULL : __real_malloc(size);
  live += watching && p;
  return p;
}
void __wrap_free(void *p) {
  live -= watching && p;
  __real_free(p);
}
void *__wrap_mmap(void *at, size_t size, int prot, int flags, int fd,
                  off_t off) {
  void *p = fails() ? (errno = ENOMEM, MAP_FAILED)
                    : __real_mmap(at, size, prot, flags, fd, off);
  live += watching && p != MAP_FAILED;
  return p;
}
int __wrap_munmap(void *at, size_t size) {
  if (fails())
    return errno = ENOMEM, -1;
  live -= watching;
  return __real_munmap(at, size);
}

static void drain(void) {
  fail_at = 0;
  for (int i = 0; workspaces && i < 64; ++i)
    if (workspaces[i]) {
      __wrap_munmap(workspaces[i], *(size_t *)workspaces[i]);
      workspaces[i] = NULL;
    }
  if (workspaces)
    workspaces[64] = NULL;
}

enum { KEEPS_MOST = 256 << 20 };

/// Requests that \p p makes. Number \p fail of them fails.
static long count_requests(const char *set, const struct product *p,
                           const struct operands *o,
                           const struct operands *larger, long fail) {
  requests = live = 0;
  fail_at = fail;
  errno = EDOM;
  watching = 1;
  int right = computes(p, o);
  // Twice: the second may find what the first has left.
  right &= computes(p, o);
  // What is left is too small, and is unmapped.
  right &= !larger || computes(p, larger);
  drain();
  watching = 0;
  check(right, set, p->name, "is wrong without workspace");
  check(!live, set, p->name, "keeps workspace");
  if (workspaces)
    check(errno == EDOM, set, p->name, "changes errno");
  return requests;
}

static void fail_in_turn(const char *set, int which, const struct product *p) {
  struct operands o = make_operands(which, 97, 83, 101);
  const long all = count_requests(set, p, &o, NULL, 0);
  for (long fail = 1; fail <= all; ++fail)
    count_requests(set, p, &o, NULL, fail);
  free_operands(&o);
}

/// A product that needs more than the one before, and one that finds the pool
/// full.
static void grow(int which) {
  const struct product *p = &auto_products[which];
  struct operands o = make_operands(which, 97, 83, 101),
                  larger = make_operands(which, 397, 403, 405);
  const long all = count_requests("growing", p, &o, &larger, 0);
  for (long fail = 1; fail <= all; ++fail)
    count_requests("growing", p, &o, &larger, fail);
  if (workspaces) {
    workspaces[64] = (void *)(uintptr_t)KEEPS_MOST;
    check(computes(p, &larger), "full", p->name, "is wrong");
    check(!waiting_workspaces(), "full", p->name, "keeps workspace");
    check(workspaces[64] == (void *)(uintptr_t)KEEPS_MOST, "full", p->name,
          "counts what it has unmapped");
    workspaces[64] = NULL;
  }
  free_operands(&o);
  free_operands(&larger);
}

static long address_space(void) {
  FILE *f = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (!f || fscanf(f, "%ld", &pages) != 1)
    pages = 0;
  if (f)
    fclose(f);
  return pages * 4096;
}

int main(void) {
  long needed = 0;
  for (int s = 0; s < SETS; ++s)
    for (int which = 0; which < PRODUCTS; ++which) {
      const struct product *p = &product_sets[s].products[which];
      fail_in_turn(product_sets[s].name, which, p);
      needed += requests;
    }
  check(needed > 0, "all", "products", "never ask for memory");
  grow(0);
  struct rlimit limit = {0}, before;
  getrlimit(RLIMIT_AS, &before);
  fail_at = 0;
  for (int which = 0; which < PRODUCTS; ++which) {
    struct operands o = make_operands(which, 397, 403, 405);
    limit.rlim_cur = (rlim_t)address_space() + 64 * 1024;
    limit.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    int right = computes(&auto_products[which], &o);
    int left = waiting_workspaces();
    setrlimit(RLIMIT_AS, &before);
    check(right, "auto", auto_products[which].name,
          "is wrong without address space");
    if (which == 0)
      check(!left, "auto", auto_products[which].name, "is not limited");
    drain();
    free_operands(&o);
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
