//===- wrap-driver.c - Runs wrap.c ----------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The problem's i0, j0 and k0 carry the offsets of A, B and C. Each operand
/// reserves 2^32 elements; the memory at both ends backs indices below
/// WINDOW and from 2^32 - WINDOW, everything between is inaccessible.
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

enum { WINDOW = 1 << 16 };
#define SPAN ((size_t)1 << 32)

static sigjmp_buf on_fault;
static void fault(int sig) { siglongjmp(on_fault, sig); }

static T *reserve(void) {
  char *x = mmap(NULL, SPAN * sizeof(T), PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  size_t bytes = WINDOW * sizeof(T);
  if (x == MAP_FAILED)
    return NULL;
  mprotect(x, bytes, PROT_READ | PROT_WRITE);
  mprotect(x + SPAN * sizeof(T) - bytes, bytes, PROT_READ | PROT_WRITE);
  return (T *)x;
}

/// The accessible elements, low window first.
static T *element(T *x, size_t i) {
  return i < WINDOW ? x + i : x + (SPAN - 2 * WINDOW) + i;
}

static void fill(T *x) {
  for (size_t i = 0; i < 2 * WINDOW; ++i)
    *element(x, i) = (T)rand() / (T)RAND_MAX - (T)0.5;
}

/// Offsets of the three operands: no wrap, or a wrap within one of them.
static const uint32_t offsets[][3] = {{0, 0, 0},       {-200u, 0, 0},
                                      {0, -300u, 0},   {0, 0, -150u},
                                      {-1u, -1u, -1u}, {-999u, -1001u, -1003u}};

int main(int argc, char **argv) {
  static T saved[2 * WINDOW], want[2 * WINDOW];
  long forms = __stop_plain_forms - __start_plain_forms, cases = 0, wrong = 0;
  T *x[3] = {reserve(), reserve(), reserve()};
  int list = argc > 1 && !strcmp(argv[1], "--list");
  if (!x[0] || !x[1] || !x[2])
    return puts("skipped: no address space to reserve"), 0;
  signal(SIGSEGV, fault);
  signal(SIGBUS, fault);
  for (int i = 0; i < 3; ++i)
    fill(x[i]);
  for (long f = 0; f < forms; ++f) {
    const struct form *plain = __start_plain_forms[f];
    if (list)
      printf("form %s must\n", plain->name);
    for (int o = 0; !list && o < 6; ++o)
      for (int down = 0; down < 2; ++down) {
        // Leading dimensions near 2^32 step backwards: rows run downward.
        struct problem p = {
            40, 50,   60,   offsets[o][0], offsets[o][1], offsets[o][2],
            1,  x[0], x[1], x[2]};
        p.lda = down ? (long)(uint32_t)-67 : 67;
        p.ldb = down ? (long)(uint32_t)-59 : 59;
        p.ldc = down ? (long)(uint32_t)-71 : 71;
        for (size_t i = 0; i < 2 * WINDOW; ++i)
          saved[i] = *element(x[2], i);
        plain->call(&p);
        for (size_t i = 0; i < 2 * WINDOW; ++i) {
          want[i] = *element(x[2], i);
          *element(x[2], i) = saved[i];
        }
        int bad = sigsetjmp(on_fault, 1);
        if (!bad)
          __start_gemmify_forms[f]->call(&p);
        for (size_t i = 0; i < 2 * WINDOW; ++i)
          bad |= memcmp(&want[i], element(x[2], i), sizeof(T)) != 0;
        ++cases;
        wrong += bad;
        if (bad)
          printf("FAIL %s offsets %d%s\n", plain->name, o,
                 down ? " downward rows" : "");
        for (size_t i = 0; i < 2 * WINDOW; ++i)
          *element(x[2], i) = saved[i];
      }
  }
  if (list)
    return 0;
  printf("%ld forms, %ld cases, %ld failures\n", forms, cases, wrong);
  return wrong || !cases;
}
