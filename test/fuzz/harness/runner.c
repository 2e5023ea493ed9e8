//===- runner.c - Runs generated nests and compares bits ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: runner SEED CASES VALUES
//
// Runs each nest of the linked tables in CASES test cases. VALUES is
// `any`, or `exact` when only sums that are exact in any order may be compared.
// Prints a line per difference, and at the end how many cases were compared.
//
//===----------------------------------------------------------------------===//

#include "nest.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

extern const struct nest plain_table[], gemmify_table[], probe_table[];

enum { PAGE = 65536, MOST_BYTES = 1 << 24, SECONDS = 10, SHORTLY = 50000 };

#ifndef __powerpc__
// GCC's run-time library does not have it yet.
__attribute__((weak)) __bf16 __truncsfbf2(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  bits = x != x ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
  uint16_t high = bits >> 16;
  __bf16 result;
  memcpy(&result, &high, 2);
  return result;
}
#endif

// Random numbers: splitmix64.

static uint64_t state;

static uint64_t next(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
static long below(long n) { return next() % n; }
static int chance(int percent) { return below(100) < percent; }

// Which memory a nest needs.

/// Pointer number i of a probing run points here.
static char *fake(int i) { return (char *)((uintptr_t)(i + 1) << 40); }
static intptr_t lowest[POINTERS], highest[POINTERS];
/// Something lies near none of these places: an index wraps around.
static int strays;

void *probe(const volatile void *p, size_t size) {
  static char place[16];
  int i = (((uintptr_t)p + ((uintptr_t)1 << 39)) >> 40) - 1;
  if (i >= 0 && i < POINTERS) {
    intptr_t from = (intptr_t)p - (intptr_t)fake(i);
    if (from < lowest[i])
      lowest[i] = from;
    if (from + (intptr_t)size > highest[i])
      highest[i] = from + size;
  } else {
    strays = 1;
  }
  memset(place, 0, sizeof place);
  return place;
}

/// False when the nest reaches too far.
static int measure(const struct nest *n, struct args a) {
  for (int i = 0; i < POINTERS; i++) {
    a.p[i] = fake(i);
    lowest[i] = INTPTR_MAX;
    highest[i] = INTPTR_MIN;
  }
  strays = 0;
  n->call(&a);
  if (strays)
    return 0;
  for (int i = 0; i < POINTERS; i++) {
    if (highest[i] < lowest[i])
      lowest[i] = highest[i] = 0;
    if (highest[i] - lowest[i] > MOST_BYTES)
      return 0;
  }
  return 1;
}

// Memory between inaccessible pages. A pointer that shares the memory of
// another one is `shift` bytes away from it.

struct piece {
  char *map, *bytes;
  size_t mapped, size;
  struct elements elements;
  int used;
};
static struct piece pieces[POINTERS];

static size_t round_up(size_t n) { return (n + PAGE - 1) / PAGE * PAGE; }

static void place(struct piece *p, intptr_t low, intptr_t high,
                  struct elements e, int at_end) {
  p->elements = e;
  p->size = high - low;
  size_t room = round_up(p->size ? p->size : 1);
  p->mapped = room + 2 * PAGE;
  p->map = mmap(0, p->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p->map == MAP_FAILED ||
      mprotect(p->map + PAGE, room, PROT_READ | PROT_WRITE)) {
    perror("mmap");
    exit(2);
  }
  p->bytes = p->map + PAGE + (at_end ? room - p->size : 0);
  p->used = 1;
}

static void release(void) {
  for (int i = 0; i < POINTERS; i++) {
    if (pieces[i].used)
      munmap(pieces[i].map, pieces[i].mapped);
    pieces[i].used = 0;
  }
}

/// Lays out all pointers of \p a; \p y shares memory with \p x when not
/// negative.
static void lay_out(const struct nest *n, struct args *a, int x, int y,
                    intptr_t shift) {
  int at_end = chance(70);
  for (int i = 0; i < POINTERS; i++) {
    intptr_t low = lowest[i], high = highest[i];
    if (y >= 0 && i == y)
      continue;
    if (y >= 0 && i == x) {
      low = low < lowest[y] + shift ? low : lowest[y] + shift;
      high = high > highest[y] + shift ? high : highest[y] + shift;
    }
    place(&pieces[i], low, high, n->elements[i], at_end);
    a->p[i] = pieces[i].bytes - low;
  }
  if (y >= 0)
    a->p[y] = (char *)a->p[x] + shift;
}

// Contents.

enum { ANY, EXACT } values;

static double number(int kind) {
  if (values == EXACT || kind == INTEGER || chance(10))
    return below(9) - 4;
  switch (below(40)) {
  case 0:
    return -0.0;
  case 1:
    return 0;
  case 2:
    return 1e30;
  case 3:
    return __builtin_inf();
  case 4:
    return 1e-40;
  }
  return (double)(int64_t)next() / 9.3e18;
}

/// The bits of \p x as a float of 16 bits.
static uint16_t half(double x) {
  uint16_t bits = 0;
#ifndef __powerpc__ // Where clang has none, no nest does.
  _Float16 h = x;
  memcpy(&bits, &h, 2);
#endif
  return bits;
}

static void fill(uint64_t seed) {
  state = seed;
  for (int i = 0; i < POINTERS; i++) {
    struct piece *p = &pieces[i];
    if (!p->used)
      continue;
    size_t room = p->mapped - 2 * PAGE;
    memset(p->map + PAGE, 0xa5, room);
    for (size_t at = 0; at + p->elements.size <= p->size;
         at += p->elements.size) {
      double x = number(p->elements.kind);
      float f = x;
      uint16_t h = half(x);
      long long l = x;
      uint32_t bits;
      memcpy(&bits, &f, 4);
      bits >>= 16;
      switch (p->elements.kind) {
      case INTEGER:
        memcpy(p->bytes + at, &l, p->elements.size);
        break;
      case HALF:
        memcpy(p->bytes + at, &h, 2);
        break;
      case BFLOAT:
        memcpy(p->bytes + at, &bits, 2);
        break;
      case FLOAT:
        memcpy(p->bytes + at, &f, 4);
        break;
      default:
        memcpy(p->bytes + at, &x, 8);
      }
    }
  }
}

/// Which NaN an operation gives is nobody's promise, nor is the sign of a zero
/// under fast-math flags.
static int equivalent(struct elements e, const char *x, const char *y) {
  float f, g;
  double d, c;
  switch (e.kind) {
  case FLOAT:
    memcpy(&f, x, 4);
    memcpy(&g, y, 4);
    return (f != f && g != g) || (values == EXACT && f == g);
  case DOUBLE:
    memcpy(&d, x, 8);
    memcpy(&c, y, 8);
    return (d != d && c != c) || (values == EXACT && d == c);
  default:
    return 0;
  }
}

static int same(const struct piece *p, const char *saved) {
  const char *from = p->map + PAGE;
  size_t room = p->mapped - 2 * PAGE, skip = p->bytes - from;
  if (!memcmp(from, saved, room))
    return 1;
  if (memcmp(from, saved, skip) ||
      memcmp(p->bytes + p->size, saved + skip + p->size, room - skip - p->size))
    return 0;
  size_t size = p->elements.size;
  for (size_t at = 0; at < p->size; at += size)
    if (memcmp(p->bytes + at, saved + skip + at, size) &&
        !equivalent(p->elements, p->bytes + at, saved + skip + at))
      return 0;
  return 1;
}

// One case.

static sigjmp_buf escape;
static void on_fault(int signal) { siglongjmp(escape, signal); }

/// 0, or the signal that ended the call: SIGPROF if it did not end in time.
static int run(const struct nest *n, const struct args *a) {
  // Time of the processor: the machine may be busy with something else.
  struct itimerval limit = {{0, 0}, {SECONDS, 0}}, none = {0};
  if (a->endless)
    limit.it_value = (struct timeval){0, SHORTLY};
  int signal = sigsetjmp(escape, 1);
  if (!signal) {
    setitimer(ITIMER_PROF, &limit, 0);
    n->call(a);
  }
  setitimer(ITIMER_PROF, &none, 0);
  return signal;
}

/// 1 when \p n does not end either.
static int hangs(const struct nest *n, const struct args *a) {
  return run(n, a) == SIGPROF;
}

static long size_for(const struct nest *n) {
  static const short sizes[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  11,
                                12, 13, 15, 16, 17, 19, 24, 25, 31, 32, 33,
                                37, 40, 47, 48, 49, 63, 64, 65, 70, 97, 100};
  if ((n->flags & SIGNED) && chance(2))
    return -below(4);
  return sizes[below(sizeof sizes / sizeof *sizes)];
}

static long stride_for(const struct nest *n, const struct args *a) {
  long dims[] = {1, a->m, a->n, a->k, a->n + 3, a->m + 1, 2, 0, 131};
  long s = dims[below(9)];
  return (n->flags & SIGNED) && chance(20) ? -s : s;
}

/// Puts columns of C between those of A and B, or rows between rows. Returns by
/// how many elements the matrices are shifted then.
static long interleave(struct args *a) {
  long widest = a->n > a->k ? a->n : a->k;
  if (chance(50)) {
    for (int i = 0; i < 3; i++) {
      a->cs[i] = 2;
      a->rs[i] = 2 * widest + below(2);
    }
    return 1;
  }
  long row = widest + below(3);
  for (int i = 0; i < 3; i++) {
    a->cs[i] = 1;
    a->rs[i] = 2 * row;
    a->pad[i] = 2 * row - (i == 0 ? a->k : a->n);
  }
  return row;
}

static struct args draw(const struct nest *n) {
  struct args a = {.m = size_for(n), .n = size_for(n), .k = size_for(n)};
  static const double factors[] = {2, 1, 0, 3, 0.5};
  int is_float = n->elements[3].kind >= FLOAT;
  a.low = below(4);
  a.batch = below(4);
  // Longer than one block of k; the tables of rows are no longer.
  if (chance(4)) {
    a.k = 257 + below(100);
    a.batch &= 1;
  }
  a.alpha = factors[below(is_float && values == ANY ? 5 : 4)];
  a.beta = factors[below(is_float && values == ANY ? 5 : 4)];
  if (is_float && chance(30))
    a.alpha = -a.alpha;
  a.rows = below(4);
  a.endless = (n->flags & MAY_NOT_END) && chance(15);
  static const short pads[] = {0, 0, 0, 1, 3, 8, 29, -1, -7};
  for (int i = 0; i < 3; i++) {
    a.pad[i] = pads[below(9)];
    a.rs[i] = chance(50) ? 1 : stride_for(n, &a);
    a.cs[i] = a.rs[i] == 1 || chance(20) ? stride_for(n, &a) : 1;
  }
  return a;
}

static void describe(const struct nest *n, const struct args *a, int x, int y,
                     long shift, const char *what) {
  printf("%s %s: m=%ld n=%ld k=%ld low=%ld batch=%ld alpha=%g beta=%g rows=%d"
         " endless=%d",
         what, n->name, a->m, a->n, a->k, a->low, a->batch, a->alpha, a->beta,
         a->rows, a->endless);
  for (int i = 0; i < 3; i++)
    printf(" %c(pad=%ld rs=%ld cs=%ld)", "ABC"[i], a->pad[i], a->rs[i],
           a->cs[i]);
  if (y >= 0)
    printf(" %c=%c%+ld bytes", "ABCVWX"[y], "ABCVWX"[x], shift);
  putchar('\n');
  fflush(stdout);
}

/// 1 when the case could be compared.
static int compare(int index, uint64_t seed) {
  const struct nest *n = &plain_table[index];
  state = seed;
  struct args a = draw(n);
  long between = chance(15) ? interleave(&a) : 0;
  if (!measure(&probe_table[index], a))
    return 0;
  int x = -1, y = -1;
  intptr_t shift = 0;
  // Sums that feed on themselves soon are too large to be exact.
  int may_share = values == ANY || n->elements[2].kind == INTEGER;
  if ((n->flags & ALIASING) && may_share && chance(60)) {
    x = 2;
    y = below(2);
    struct elements ex = n->elements[x], ey = n->elements[y];
    if (ex.kind != ey.kind || ex.size != ey.size) {
      y = -1;
    } else {
      intptr_t span = (highest[x] - lowest[x]) / ex.size + 2;
      intptr_t shifts[] = {0, 1, -1, a.n, a.k, span, span / 2, below(span)};
      shift = (between && chance(80) ? between : shifts[below(8)]) * ex.size;
      intptr_t apart = lowest[y] + shift - lowest[x];
      if (apart > MOST_BYTES || -apart > MOST_BYTES)
        y = -1;
    }
  }
  lay_out(n, &a, x, y, shift);
  uint64_t contents = next();
  fill(contents);
  int fault = run(n, &a);
  if (fault == SIGPROF && a.endless) {
    int same = hangs(&gemmify_table[index], &a);
    if (!same)
      describe(n, &a, x, y, shift, "DIFFERS");
    release();
    return same;
  }
  if (fault) {
    describe(n, &a, x, y, shift, "INVALID");
    release();
    return 0;
  }
  char *saved[POINTERS];
  for (int i = 0; i < POINTERS; i++)
    if (pieces[i].used) {
      size_t room = pieces[i].mapped - 2 * PAGE;
      saved[i] = memcpy(malloc(room), pieces[i].map + PAGE, room);
    }
  fill(contents);
  fault = run(&gemmify_table[index], &a);
  int differs = 0;
  for (int i = 0; i < POINTERS; i++)
    if (pieces[i].used) {
      differs |= !fault && !same(&pieces[i], saved[i]);
      free(saved[i]);
    }
  if (fault || differs)
    describe(n, &a, x, y, shift, fault ? "FAULT" : "DIFFERS");
  release();
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: runner SEED CASES any|exact\n");
    return 2;
  }
  uint64_t seed = strtoull(argv[1], 0, 10);
  long cases = atol(argv[2]), compared = 0;
  values = strcmp(argv[3], "exact") ? ANY : EXACT;
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
  int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGPROF, SIGABRT};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, 0);
  for (int i = 0; plain_table[i].name; i++)
    for (long c = 0; c < cases; c++)
      compared += compare(i, (seed * 1000 + i) * 1000 + c);
  printf("compared %ld\n", compared);
  return 0;
}
