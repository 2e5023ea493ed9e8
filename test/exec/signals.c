//===- signals.c - A handler that multiplies while a product runs ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %products %s
//
// The processor stops after each instruction of a product and runs a handler,
// which
//  * runs the same product on other operands,
//  * changes the elements of C beside the product's columns, as another thread
//    could, or
//  * leaves the product for good.
// Nothing of that may be lost. A handler that interrupts malloc may multiply as
// well: loops call nothing that is not safe there.
//
//===----------------------------------------------------------------------===//

#include "products.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

// The flags are pushed below what the compiler keeps there.
#define SET_TRAP(HOW)                                                          \
  __asm__ volatile("leaq -128(%%rsp), %%rsp\n\tpushfq\n\t" HOW                 \
                   " (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp" ::            \
                       : "cc", "memory")
#define TRAP_ON() SET_TRAP("orq $0x100,")
#define TRAP_OFF() SET_TRAP("andq $~0x100,")

enum { M = 5, N = 7, K = 3, LEFT = 6, GAP = 12, LIMIT = 3000 };
enum { LONG_LIMIT = 60000 };
enum reaction { MULTIPLY, CHANGE, LEAVE };
static enum reaction reaction;
static const struct product *current;
static struct operands inner;
static volatile long traps, most_traps = LIMIT, leave_at;
static sigjmp_buf way_out;

// C, rows of ldc elements, columns of which are the product's.
static char *beside;
static long rows, columns, ldc;

static uint32_t *neighbour(long row, long column) {
  const int is_own = column >= LEFT && column < LEFT + columns;
  return is_own ? NULL
                : (uint32_t *)(beside + (size_t)(row * ldc + column) *
                                            current->out);
}

static void change_neighbours(void) {
  for (long row = 0; row < rows; ++row)
    for (long column = 0; column < ldc; ++column)
      if (neighbour(row, column))
        ++*neighbour(row, column);
}

static void on_trap(int sig, siginfo_t *info, void *context) {
  if (++traps == most_traps)
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
  if (reaction == CHANGE)
    change_neighbours();
  else if (reaction == MULTIPLY)
    check(computes(current, &inner), "nested", current->name, "is wrong");
  else if (traps == leave_at)
    siglongjmp(way_out, 1);
}

static void *idle(void *p) {
  for (;;)
    pause();
}

/// malloc takes its locks only where there is a second thread.
static void interrupt_with_product(const char *set, int which) {
  struct operands outer = make_operands(which, 7, 6, 5);
  inner = make_operands(which, M, N, K);
  reaction = MULTIPLY;
  traps = 0;
  memcpy(outer.c, outer.start, outer.bytes);
  TRAP_ON();
  current->run(outer.m, outer.n, outer.k, outer.a, outer.b, outer.c, outer.n);
  TRAP_OFF();
  check(!memcmp(outer.c, outer.want, outer.bytes), set, current->name,
        "is wrong when a handler multiplies");
  check(traps > 100, set, current->name, "was not interrupted");
  TRAP_ON();
  free(malloc(300000));
  TRAP_OFF();
  free_operands(&outer);
  free_operands(&inner);
}

static void change_beside_product(const char *set, int which, long m, long n,
                                  long k) {
  if (current->m)
    return;
  struct operands o = make_operands(which, m, n, k);
  const size_t size = current->out;
  rows = m, columns = n, ldc = n + GAP;
  beside = checked(calloc(m * ldc, size));
  for (long i = 0; i < m; ++i)
    memcpy(beside + (i * ldc + LEFT) * size, (char *)o.start + i * n * size,
           n * size);
  reaction = CHANGE;
  traps = 0;
  most_traps = LONG_LIMIT;
  TRAP_ON();
  current->run(m, n, k, o.a, o.b, beside + LEFT * size, ldc);
  TRAP_OFF();
  long lost = 0;
  for (long row = 0; row < rows; ++row)
    for (long column = 0; column < ldc; ++column)
      if (neighbour(row, column))
        lost += *neighbour(row, column) != traps;
  check(!lost, set, current->name, "overwrites its neighbours");
  for (long i = 0; i < m; ++i)
    check(!memcmp(beside + (i * ldc + LEFT) * size,
                  (char *)o.want + i * n * size, n * size),
          set, current->name, "is wrong when its neighbours change");
  check(traps < LONG_LIMIT, set, current->name, "was not watched to its end");
  most_traps = LIMIT;
  free(beside);
  free_operands(&o);
}

static void leave_product(const char *set, int which) {
  struct operands o = make_operands(which, M, N, K);
  reaction = LEAVE;
  for (leave_at = 1; leave_at < LIMIT; leave_at += leave_at / 4 + 3) {
    traps = 0;
    if (!sigsetjmp(way_out, 1)) {
      TRAP_ON();
      current->run(o.m, o.n, o.k, o.a, o.b, o.c, o.n);
      TRAP_OFF();
    }
    check(computes(current, &o), set, current->name,
          "is wrong after one was left");
  }
  free_operands(&o);
}

int main(void) {
  struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &action, NULL);
  alarm(300); // A deadlock is a failure.
  pthread_t second;
  pthread_create(&second, NULL, idle, NULL);
  for (int s = 0; s < SETS; ++s)
    for (int which = 0; which < PRODUCTS; ++which) {
      current = &product_sets[s].products[which];
      interrupt_with_product(product_sets[s].name, which);
      // Of less than a vector, and tiles of all shapes at the edges.
      change_beside_product(product_sets[s].name, which, M, N, K);
      change_beside_product(product_sets[s].name, which, 3, 13, 2);
      change_beside_product(product_sets[s].name, which, 8, 21, 2);
      change_beside_product(product_sets[s].name, which, 1, 35, 2);
      if (s < 2) // Those that take workspace.
        leave_product(product_sets[s].name, which);
    }
  printf("%d failures\n", failures);
  return failures != 0;
}
