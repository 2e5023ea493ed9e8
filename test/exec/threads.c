//===- threads.c - Products in threads and in recursion -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %products %s
//
// More threads than the pool of workspaces has slots compute columns of one
// matrix that lie side by side, while another thread adds to the columns
// between them. A recursion multiplies at each level.
//
//===----------------------------------------------------------------------===//

#include "products.h"
#include <pthread.h>
#include <stdatomic.h>

enum { M = 67, N = 13, K = 71, THREADS = 70, PITCH = THREADS * (N + 1) };

static const struct product *current;
static struct operands o;
static char *all; // M×PITCH elements.
static atomic_int running;

static void *columns(void *first) {
  current->run(M, N, K, o.a, o.b, first, PITCH);
  atomic_fetch_sub(&running, 1);
  return NULL;
}

/// The columns between hold counters. Returns how often it has counted.
static void *between(void *unused) {
  uintptr_t rounds = 0;
  do {
    ++rounds;
    for (long i = 0; i < M; ++i)
      for (long t = 0; t < THREADS; ++t)
        ++*(uint32_t *)(all + (size_t)(i * PITCH + t * (N + 1) + N) *
                                  current->out);
  } while (atomic_load(&running));
  return (void *)rounds;
}

static void run_side_by_side(const char *set, int which) {
  const size_t size = current->out;
  pthread_t threads[THREADS], counter;
  o = make_operands(which, M, N, K);
  all = checked(calloc(M * PITCH, size));
  for (long i = 0; i < M; ++i)
    for (long t = 0; t < THREADS; ++t)
      memcpy(all + (size_t)(i * PITCH + t * (N + 1)) * size,
             (char *)o.start + i * N * size, N * size);
  running = THREADS;
  pthread_create(&counter, NULL, between, NULL);
  for (long t = 0; t < THREADS; ++t)
    if (pthread_create(&threads[t], NULL, columns, all + t * (N + 1) * size))
      exit(2);
  for (long t = 0; t < THREADS; ++t)
    pthread_join(threads[t], NULL);
  void *rounds;
  pthread_join(counter, &rounds);
  int right = 1, lost = 0;
  for (long i = 0; i < M; ++i)
    for (long t = 0; t < THREADS; ++t) {
      char *at = all + (size_t)(i * PITCH + t * (N + 1)) * size;
      right &= !memcmp(at, (char *)o.want + i * N * size, N * size);
      lost |= *(uint32_t *)(at + N * size) != (uint32_t)(uintptr_t)rounds;
    }
  check(right, set, current->name, "is wrong in threads");
  check(!lost, set, current->name, "overwrites what another thread has added");
  free(all);
  free_operands(&o);
}

/// Multiplies before and behind the next level.
static int recurse(int which, int depth) {
  struct operands mine = make_operands(which, 33 + depth, 40, 37 + depth);
  int right = computes(current, &mine);
  if (depth)
    right &= recurse(which, depth - 1);
  right &= computes(current, &mine);
  free_operands(&mine);
  return right;
}

int main(void) {
  for (int s = 0; s < SETS; ++s)
    for (int which = 0; which < PRODUCTS; ++which) {
      current = &product_sets[s].products[which];
      if (!current->m)
        run_side_by_side(product_sets[s].name, which);
      check(recurse(which, 6), product_sets[s].name, current->name,
            "is wrong in recursion");
    }
  check(waiting_workspaces() > 0, "all", "products", "use no workspace");
  printf("%d failures\n", failures);
  return failures != 0;
}
