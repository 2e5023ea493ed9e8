//===- small-stacks.c - Products on the stacks of small threads -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %products %s
//
// All strategies run on stacks of 64 KiB with an inaccessible page below. What
// they have touched of it stays below 4 KiB where workspace may be taken, else
// below 28 KiB.
//
//===----------------------------------------------------------------------===//

#include "products.h"
#include <pthread.h>
#include <sys/mman.h>

enum { STACK = 64 * 1024, GUARD = 4096 };
enum { FEW = 4 * 1024, MOST = 28 * 1024 };

struct job {
  const struct product *p;
  struct operands o;
};

static void *work(void *arg) {
  struct job *job = arg;
  if (job->p)
    job->p->run(job->o.m, job->o.n, job->o.k, job->o.a, job->o.b, job->o.c,
                job->o.n);
  return NULL;
}

/// Bytes of stack that a thread with \p job touches.
static long stack_of(struct job *job) {
  char *map = mmap(NULL, STACK + GUARD, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(map, GUARD, PROT_NONE);
  char *stack = map + GUARD;
  memset(stack, 0xA5, STACK);
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init(&attr);
  if (pthread_attr_setstack(&attr, stack, STACK) ||
      pthread_create(&thread, &attr, work, job)) {
    puts("no thread with a small stack");
    exit(2);
  }
  pthread_join(thread, NULL);
  long untouched = 0;
  while (untouched < STACK && stack[untouched] == (char)0xA5)
    ++untouched;
  munmap(map, STACK + GUARD);
  return STACK - untouched;
}

int main(void) {
  static const long sizes[][3] = {{3, 2, 4}, {33, 31, 37}, {150, 130, 600}};
  struct job none = {0};
  const long idle = stack_of(&none);
  for (int s = 0; s < SETS; ++s)
    for (int which = 0; which < PRODUCTS; ++which) {
      struct job job = {&product_sets[s].products[which]};
      long most = 0;
      for (int size = 0; size < 3; ++size) {
        const long *of = sizes[size];
        job.o = make_operands(which, of[0], of[1], of[2]);
        memcpy(job.o.c, job.o.start, job.o.bytes);
        long used = stack_of(&job) - idle;
        most = used > most ? used : most;
        check(!memcmp(job.o.c, job.o.want, job.o.bytes), product_sets[s].name,
              job.p->name, "is wrong on a small stack");
        free_operands(&job.o);
      }
      printf("%s %s: %ld bytes\n", product_sets[s].name, job.p->name, most);
      const int on_stack = !strcmp(product_sets[s].name, "stack");
      check(most < (on_stack ? MOST : FEW), product_sets[s].name, job.p->name, "takes too much stack");
    }
  printf("%d failures\n", failures);
  return failures != 0;
}
