//===- driver.c - Compares the plain and the rewritten nests --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linked with one family file compiled twice. Runs each form on operands that
/// lie between inaccessible pages (memory.h), from equal contents, and
/// compares all of C's memory, padding included. Exit status 1 when a case
/// differs, faults, leaks, or when nothing was run.
///
///     driver [--list] [--sizes=tiny|small|edge|big|sweep|slender|distant]
///            [--tolerance] [--expect-heap] [--only=FORM,...]
///
//===----------------------------------------------------------------------===//

#include "compare.h"
#include "forms.h"
#include "memory.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

extern const struct form *__start_plain_forms[], *__stop_plain_forms[];
extern const struct form *__start_gemmify_forms[], *__stop_gemmify_forms[];

static struct {
  int tolerance, expect_heap;
  const char *sizes, *only;
} opts = {0, 0, "edge", NULL};

static long cases, failures, failures_of_form;
static sigjmp_buf on_fault;

static void fault(int sig) { siglongjmp(on_fault, sig); }

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

struct test_case {
  long m, n, k;
  int pad; ///< Elements between the lines of an operand; < 0: see memory.c.
  enum placement place;
  enum values values;
  int alias;     ///< 0: three separate operands.
  int no_memory; ///< Allocation fails while the rewritten nest runs.
};

static void report(const struct form *f, const struct test_case *t,
                   const char *what) {
  failures++;
  if (++failures_of_form <= 3)
    printf("FAIL %s m=%ld n=%ld k=%ld pad=%d place=%s values=%s alias=%s%s: "
           "%s\n",
           f->name, t->m, t->n, t->k, t->pad, placement_names[t->place],
           value_names[t->values], alias_names[t->alias],
           t->no_memory ? " no-memory" : "", what);
}

/// Runs \p call and returns 0, or the signal that it raised.
static int guarded(void (*call)(const struct problem *),
                   const struct problem *p) {
  int sig = sigsetjmp(on_fault, 1);
  if (!sig)
    call(p);
  return sig;
}

/// Runs both versions on the memory of \p w and compares.
static void compare(const struct form *plain, const struct form *rewritten,
                    const struct test_case *t, struct world *w) {
  char *before = memory_copy(&w->written), *after = NULL;
  heap_begin(0);
  int sig = guarded(plain->call, &w->p);
  struct heap_use own = heap_end(), used;
  if (sig) {
    report(plain, t, "the PLAIN version faulted: the test is wrong");
    goto done;
  }
  if (own.calls && t->no_memory)
    goto done; // The source itself allocates, and need not survive.
  cases++;
  after = memory_copy(&w->written);
  memory_restore(&w->written, before);

  heap_begin(t->no_memory);
  sig = guarded(rewritten->call, &w->p);
  used = heap_end();
  if (sig) {
    report(plain, t,
           sig == SIGFPE ? "divides where the source does not"
                         : "touched memory that the source does not");
    goto done;
  }
  if (used.live != own.live)
    report(plain, t, "workspace was not freed");
  if (opts.expect_heap && (plain->flags & MUST) && !(plain->flags & SMALL) &&
      !t->alias && !t->no_memory && t->m >= 97 && t->n >= 97 && t->k >= 97 &&
      used.calls <= own.calls)
    report(plain, t, "the rewritten nest did not run (no workspace asked)");
  const char *wrong = opts.tolerance ? differs_much(&w->written, after, t->k)
                                     : differs(&w->written, after);
  if (wrong)
    report(plain, t, wrong);
done:
  free(before);
  free(after);
}

static void run_case(const struct form *plain, const struct form *rewritten,
                     struct test_case t) {
  struct world w;
  if (plain->m)
    t.m = plain->m;
  if (plain->n)
    t.n = plain->n;
  if (plain->k)
    t.k = plain->k;
  if (plain->flags & NARROW)
    t.n = 1;
  if (!world_create(&w, plain, t.m, t.n, t.k, t.pad, t.place, t.values,
                    t.alias))
    return;
  compare(plain, rewritten, &t, &w);
  world_destroy(&w);
}

//===----------------------------------------------------------------------===//
// Which cases
//===----------------------------------------------------------------------===//

typedef long triple[3];

/// Empty, tiny, around every tile edge in use, primes.
static const triple edge_sizes[] = {
    {0, 0, 0},   {0, 5, 3},    {5, 0, 3},    {5, 3, 0},     {1, 1, 1},
    {2, 3, 5},   {3, 2, 1},    {1, 7, 9},    {7, 1, 8},     {5, 7, 8},
    {8, 9, 7},   {9, 15, 16},  {16, 6, 17},  {15, 16, 4},   {17, 31, 33},
    {31, 5, 47}, {33, 17, 2},  {48, 47, 1},  {49, 48, 31},  {1, 64, 64},
    {64, 1, 64}, {64, 64, 64}, {53, 59, 61}, {97, 101, 103}};
static const triple small_sizes[] = {{0, 3, 2},    {3, 2, 0},     {1, 1, 1},
                                     {5, 7, 9},    {17, 15, 16},  {31, 33, 8},
                                     {49, 47, 48}, {97, 101, 103}};
/// Few rows or columns, in few and in many vectors, and in more than are added
/// to by one call; more steps of k than slivers on the stack have; columns 4096 bytes
/// apart where elements have 4.
static const triple slender_sizes[] = {
    {1, 200, 7},  {200, 1, 9},  {2, 131, 16},  {131, 2, 5},   {3, 131, 70},
    {131, 3, 1},  {4, 40, 2},   {137, 4, 3},   {9, 7, 600},   {17, 33, 400},
    {20, 1024, 12}, {1024, 20, 9}, {33, 25, 1024}, {16, 15, 5}, {15, 16, 5},
    // Vectors across C.
    {131, 1, 37}, {1, 67, 150}, {32, 2, 16}, {2, 97, 85}, {97, 3, 33},
    {4, 35, 61},  {1, 1170, 11}, {1170, 1, 60}, {1100, 2, 5}, {2, 550, 19},
    {13, 300, 250}, {300, 20, 250},
    // A packed operand and one in place.
    {131, 45, 140}, {53, 130, 150}, {128, 26, 400}};
static const triple big_sizes[] = {{300, 500, 700}, {521, 257, 389}};

static void run_triple(const struct form *plain, const struct form *rewritten,
                       const long *s, int round) {
  struct test_case t = {s[0], s[1], s[2], 0, END, NORMAL, 0, 0};
  int small = s[0] <= 128 && s[1] <= 128 && s[2] <= 128;
  for (int place = END; place <= (small ? LINE_START : START); ++place)
    for (int v = NORMAL; v < (opts.tolerance || !small ? SPECIAL : NUM_VALUES);
         ++v) {
      // Special values on every placement would only repeat themselves.
      if (v != NORMAL && (place + v + round) % 2)
        continue;
      t.place = place;
      t.values = v;
      t.pad = (place + round) % 2 ? 3 : 0;
      run_case(plain, rewritten, t);
    }
  if (!small)
    return;
  t.place = END;
  t.values = NORMAL;
  t.no_memory = 1;
  if (s[2] > 32)
    run_case(plain, rewritten, t);
  t.no_memory = 0;
  if (opts.tolerance || !(plain->flags & ALIAS))
    return;
  // Both versions run the source's loops here: of many steps, one overlap will do.
  int many = s[0] * s[1] * s[2] > 100000;
  t.alias = many ? 1 + round % (NUM_ALIAS - 1) : 1;
  for (int last = many ? t.alias : NUM_ALIAS - 1; t.alias <= last; ++t.alias)
    run_case(plain, rewritten, t);
}

/// Every m and n up to 34 with a few k: all edge tiles of all rows.
static void run_sweep(const struct form *plain, const struct form *rewritten) {
  static const long ks[] = {1, 2, 3, 8, 17, 33};
  for (long m = 1; m <= 34; ++m)
    for (long n = 1; n <= 34; ++n) {
      long k = ks[(m + n) % 6];
      struct test_case t = {
          m, n, k, (int)(m % 2) * 3, (m + n) % 2 ? END : START, NORMAL, 0, 0};
      run_case(plain, rewritten, t);
    }
}

/// Lines that share sets of a cache: 512 or 1024 elements and multiples of that
/// apart, those of all operands at the same place of a page, or not.
static void run_distant(const struct form *plain,
                        const struct form *rewritten) {
  static const triple sizes[] = {
      {8, 8, 8},    {9, 9, 9},    {12, 8, 16},  {16, 16, 16}, {17, 18, 19},
      {24, 24, 24}, {33, 9, 20},  {9, 33, 20},  {33, 30, 9},  {10, 10, 64},
      {64, 12, 70}, {12, 64, 70}, {31, 33, 200}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    for (int pad = -1024; pad < 0; pad += 512)
      for (int place = END; place <= START; ++place) {
        const long *s = sizes[i];
        struct test_case t = {s[0], s[1], s[2], pad, (enum placement)place,
                              NORMAL, 0, 0};
        run_case(plain, rewritten, t);
        t.no_memory = 1;
        run_case(plain, rewritten, t);
      }
}

static void run_form(const struct form *plain, const struct form *rewritten) {
  failures_of_form = 0;
  const triple *list = edge_sizes;
  int count = sizeof edge_sizes / sizeof *edge_sizes;
  if (!strcmp(opts.sizes, "small")) {
    list = small_sizes;
    count = sizeof small_sizes / sizeof *small_sizes;
  } else if (!strcmp(opts.sizes, "tiny")) {
    list = small_sizes;
    count = sizeof small_sizes / sizeof *small_sizes - 1;
  } else if (!strcmp(opts.sizes, "big")) {
    list = big_sizes;
    count = sizeof big_sizes / sizeof *big_sizes;
  } else if (!strcmp(opts.sizes, "slender")) {
    list = slender_sizes;
    count = sizeof slender_sizes / sizeof *slender_sizes;
  } else if (!strcmp(opts.sizes, "sweep")) {
    run_sweep(plain, rewritten);
    return;
  } else if (!strcmp(opts.sizes, "distant")) {
    run_distant(plain, rewritten);
    return;
  }
  if (plain->m && plain->n && plain->k)
    count = 2; // Only the padding and the alignment can change.
  for (int i = 0; i < count; ++i)
    run_triple(plain, rewritten, list[i], i);
}

/// Whether the comma-separated --only names \p f, or is absent.
static int wanted(const struct form *f) {
  size_t len = strlen(f->name);
  for (const char *at = opts.only; at; at = strchr(at, ','), at += at != NULL)
    if (!strncmp(at, f->name, len) && (!at[len] || at[len] == ','))
      return 1;
  return !opts.only;
}

static const char *flag_word(int flags) {
  return flags & MUST ? "must" : flags & MUSTNOT ? "mustnot" : "may";
}

int main(int argc, char **argv) {
  long forms = __stop_plain_forms - __start_plain_forms, ran = 0;
  int list = 0;
  for (int i = 1; i < argc; ++i)
    if (!strcmp(argv[i], "--list"))
      list = 1;
    else if (!strcmp(argv[i], "--tolerance"))
      opts.tolerance = 1;
    else if (!strcmp(argv[i], "--expect-heap"))
      opts.expect_heap = 1;
    else if (!strncmp(argv[i], "--sizes=", 8))
      opts.sizes = argv[i] + 8;
    else if (!strncmp(argv[i], "--only=", 7))
      opts.only = argv[i] + 7;
    else
      return fprintf(stderr, "unknown argument %s\n", argv[i]), 2;

  signal(SIGSEGV, fault);
  signal(SIGBUS, fault);
  signal(SIGFPE, fault);
  for (long i = 0; i < forms; ++i) {
    const struct form *f = __start_plain_forms[i];
    if (!wanted(f))
      continue;
    ran++;
    if (list)
      printf("form %s %s\n", f->name, flag_word(f->flags));
    else
      run_form(f, __start_gemmify_forms[i]);
  }
  if (list)
    return 0;
  printf("%ld forms, %ld cases, %ld failures\n", ran, cases, failures);
  return failures || !cases;
}
