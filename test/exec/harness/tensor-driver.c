//===- tensor-driver.c - Runs tensors.c -----------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each array has pages of its own with an inaccessible one on both sides, and
/// lies at the end or the start of them; operands are read-only. Forms marked
/// ALIAS also run with arrays on top of each other. The bits of C, or of what
/// the arrays share, are compared. Where the linker defines must_use_workspace,
/// every MUST form has to use some: then its kernel has run.
///
///     driver [--list] [--sizes=tiny] [--only=FORM,...]
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "tensor-forms.h"
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const struct tensor_form *__start_plain_forms[], *__stop_plain_forms[];
extern const struct tensor_form *__start_gemmify_forms[];

/// Of axes a to h. The first ones leave out one axis at a time.
static const long sizes[][AXES] = {
    {0, 2, 3, 2, 2, 3, 2, 2},    {2, 0, 3, 2, 2, 3, 2, 2},
    {2, 2, 0, 2, 2, 3, 2, 2},    {2, 2, 3, 0, 2, 3, 2, 2},
    {2, 2, 3, 2, 0, 3, 2, 2},    {2, 2, 3, 2, 2, 0, 2, 2},
    {2, 2, 3, 2, 2, 3, 0, 2},    {2, 2, 3, 2, 2, 3, 2, 0},
    {0, 0, 0, 0, 0, 0, 0, 0},    {1, 1, 1, 1, 1, 1, 1, 1},
    {5, 3, 7, 2, 3, 5, 2, 1},    {13, 1, 2, 11, 7, 1, 1, 2},
    {7, 5, 3, 7, 5, 2, 3, 2},    {2, 17, 5, 3, 2, 13, 1, 1},
    {1, 2, 1, 37, 3, 2, 5, 1},   {19, 3, 23, 1, 29, 1, 1, 1},
    {16, 4, 8, 8, 16, 2, 1, 1},  {17, 7, 11, 5, 13, 3, 2, 1},
    // Longer than the blocks of --blocks, in one axis or in all of a group.
    {101, 1, 2, 3, 5, 2, 1, 1},  {3, 103, 1, 5, 2, 3, 1, 1},
    {2, 1, 53, 2, 2, 2, 1, 1},   {3, 2, 2, 59, 5, 1, 1, 1},
    {5, 2, 3, 2, 61, 2, 1, 1},   {2, 3, 2, 3, 3, 67, 1, 1},
    {13, 11, 9, 7, 5, 7, 2, 1},  {29, 5, 31, 3, 17, 3, 1, 1},
    {2, 3, 5, 3, 2, 3, 41, 2},   {9, 5, 11, 19, 3, 2, 1, 2},
};
enum { SIZES = sizeof sizes / sizeof *sizes, TINY = 18, MOST = 4 << 20 };

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
extern const char must_use_workspace __attribute__((weak));

/// Empties the pool and says whether something was there: then a kernel ran.
static int used_workspace(void) {
  if (!pool || !pool[0])
    return 0;
  munmap(pool[0], *(size_t *)pool[0]);
  pool[0] = pool[64] = NULL;
  return 1;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

struct array {
  char *map, *data;
  size_t mapped, bytes;
};

static struct array reserve(size_t bytes, int at_end) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t body = (bytes + page - 1) / page * page;
  struct array x = {NULL, NULL, body + 2 * page, bytes};
  x.map = mmap(NULL, x.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (x.map == MAP_FAILED ||
      (body && mprotect(x.map + page, body, PROT_READ | PROT_WRITE)))
    exit(2);
  x.data = x.map + page + (at_end ? body - bytes : 0);
  return x;
}

static void make_read_only(const struct array *x) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (x->mapped > 2 * page)
    mprotect(x->map + page, x->mapped - 2 * page, PROT_READ);
}

static double number(int special) {
  static const double values[] = {0.0, -0.0, 1e-41, 3e38, INFINITY, NAN};
  if (special && !below(8))
    return values[below(6)];
  return (int)below(2001) / 1000.0 - 1;
}

#define FILL(TYPE)                                                             \
  do {                                                                         \
    TYPE *to = at;                                                             \
    for (size_t i = 0; i < count; ++i)                                         \
      to[i] = (TYPE)0.5 == 0 ? (TYPE)(int)below(256) : (TYPE)number(special);  \
  } while (0)
static void fill_a(void *at, size_t count, int special) { FILL(TA); }
static void fill_b(void *at, size_t count, int special) { FILL(TB); }
static void fill_c(void *at, size_t count, int special) { FILL(T); }

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

static long cases, failures, failures_of_form;

/// Runs one version; 0, or the signal that it raised.
static int guarded(const struct tensor_form *f, const long *n,
                   void *const *array) {
  int sig = sigsetjmp(on_fault, 1);
  if (!sig)
    f->call(n, array);
  return sig;
}

static int same(const T *x, const T *y) {
  return !memcmp(x, y, sizeof(T)) || (*x != *x && *y != *y);
}

/// Runs both versions on equal contents of \p c and compares.
static void compare(const struct tensor_form *plain,
                    const struct tensor_form *rewritten, const long *n,
                    void *const *array, struct array *c, const char *how) {
  char *before = malloc(c->bytes + 1), *want = malloc(c->bytes + 1);
  memcpy(before, c->data, c->bytes);
  int expected = guarded(plain, n, array);
  memcpy(want, c->data, c->bytes);
  memcpy(c->data, before, c->bytes);
  int got = guarded(rewritten, n, array);
  const char *wrong = expected ? "the PLAIN version faulted: the test is wrong"
                      : got    ? "touched memory that the source does not"
                               : NULL;
  size_t i = 0;
  if (!wrong) {
    while (i < c->bytes / sizeof(T) && same((T *)c->data + i, (T *)want + i))
      ++i;
    if (i < c->bytes / sizeof(T))
      wrong = "has other bits";
  }
  cases++;
  failures += wrong != NULL;
  if (wrong && ++failures_of_form <= 3)
    printf("FAIL %s sizes %ld %ld %ld %ld %ld %ld %ld %ld, %s: %s, element "
           "%zu\n",
           plain->name, AXES_FROM(n), how, wrong, i);
  free(before);
  free(want);
}

static void run_separate(const struct tensor_form *plain,
                         const struct tensor_form *rewritten, const long *n,
                         const long *count, int at_end, int special) {
  static const size_t bytes[ARRAYS] = {sizeof(TA), sizeof(TB), sizeof(T),
                                       sizeof(T)};
  struct array arrays[ARRAYS];
  void *data[ARRAYS];
  for (int x = 0; x < ARRAYS; ++x) {
    arrays[x] = reserve((size_t)count[x] * bytes[x], at_end);
    data[x] = arrays[x].data;
  }
  fill_a(data[0], (size_t)count[0], special);
  fill_b(data[1], (size_t)count[1], special);
  for (int x = 2; x < ARRAYS; ++x)
    fill_c(data[x], (size_t)count[x], special);
  make_read_only(&arrays[0]);
  make_read_only(&arrays[1]);
  compare(plain, rewritten, n, data, &arrays[2],
          special ? "special values" : at_end ? "at an end" : "at a start");
  for (int x = 0; x < ARRAYS; ++x)
    munmap(arrays[x].map, arrays[x].mapped);
}

/// A or B, or both, begin somewhere in C.
static void run_shared(const struct tensor_form *plain,
                       const struct tensor_form *rewritten, const long *n,
                       const long *count) {
  if (sizeof(TA) != sizeof(T) || sizeof(TB) != sizeof(T))
    return;
  for (int which = 1; which < 4; ++which) {
    struct array all =
        reserve((size_t)(count[0] + count[1] + count[2]) * sizeof(T), 1);
    struct array v = reserve((size_t)count[3] * sizeof(T), 1);
    T *base = (T *)all.data, *c = base;
    T *a = which & 1 ? c + below((unsigned)count[2] + 1) : c + count[2];
    T *b = which & 2 ? c + below((unsigned)count[2] + 1)
                     : base + count[2] + count[0];
    void *data[ARRAYS] = {a, b, c, v.data};
    fill_c(base, all.bytes / sizeof(T), 0);
    fill_c(v.data, (size_t)count[3], 0);
    compare(plain, rewritten, n, data, &all, "on top of each other");
    munmap(all.map, all.mapped);
    munmap(v.map, v.mapped);
  }
}

static void run_form(const struct tensor_form *plain,
                     const struct tensor_form *rewritten, int count_sizes) {
  int used = 0;
  failures_of_form = 0;
  used_workspace();
  for (int s = 0; s < count_sizes; ++s) {
    const long *n = sizes[s];
    long count[ARRAYS], work = 1;
    plain->elements(n, count);
    for (int x = 0; x < ARRAYS; ++x)
      count[x] = count[x] < 0 ? 0 : count[x];
    for (int x = 0; x < AXES; ++x)
      work *= n[x];
    if (work > MOST)
      continue;
    run_separate(plain, rewritten, n, count, 1, 0);
    used |= used_workspace();
    run_separate(plain, rewritten, n, count, s % 2, s % 2);
    if (plain->flags & ALIAS)
      run_shared(plain, rewritten, n, count);
  }
  if (&must_use_workspace && plain->flags & MUST && !used && ++failures)
    printf("FAIL %s never runs its kernel\n", plain->name);
}

static int wanted(const char *only, const char *name) {
  size_t length = strlen(name);
  for (const char *at = only; at; at = strchr(at, ','), at += at != NULL)
    if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
      return 1;
  return !only;
}

int main(int argc, char **argv) {
  long forms = __stop_plain_forms - __start_plain_forms, ran = 0;
  int list = 0, count = SIZES;
  const char *only = NULL;
  for (int i = 1; i < argc; ++i)
    if (!strcmp(argv[i], "--list"))
      list = 1;
    else if (!strcmp(argv[i], "--sizes=tiny"))
      count = TINY;
    else if (!strncmp(argv[i], "--only=", 7))
      only = argv[i] + 7;
    else
      return fprintf(stderr, "unknown argument %s\n", argv[i]), 2;
  signal(SIGSEGV, fault);
  signal(SIGBUS, fault);
  signal(SIGFPE, fault);
  for (long f = 0; f < forms; ++f) {
    const struct tensor_form *form = __start_plain_forms[f];
    if (!wanted(only, form->name))
      continue;
    ran++;
    if (list)
      printf("form %s %s\n", form->name,
             form->flags & MUST      ? "must"
             : form->flags & MUSTNOT ? "mustnot"
                                     : "may");
    else
      run_form(form, __start_gemmify_forms[f], count);
  }
  if (list)
    return 0;
  printf("%ld forms, %ld cases, %ld failures\n", ran, cases, failures);
  return failures || !cases;
}
