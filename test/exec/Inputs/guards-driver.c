/* Runs the nests of guarded.c where one condition of a guard fails and all
 * others hold, compares bits with the plain build, and looks whether the kernel
 * has run: each run asks for workspace once. */

#define _GNU_SOURCE
#include "guarded.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

extern const struct nests plain_nests, gemmify_nests;

enum { FLOATS = 1 << 16 };
static float *memory, want[FLOATS]; /* Nothing is beside memory. */
/* 2^32 floats and more, of which little is touched. */
static float *sparse;
enum { ENDS = 4096 };
static float low[ENDS], high[2 * ENDS];

/* What a loop without end is stopped by, the clock or the end of its array, is
 * up to the machine. */
enum { ENDED, STOPPED, DIVIDED_BY_ZERO };
static int cases, wrong, stopped, plain_stopped;

static sigjmp_buf on_signal;
static void stop(int sig) {
  stopped = sig == SIGFPE ? DIVIDED_BY_ZERO : STOPPED;
  siglongjmp(on_signal, 1);
}

void *__real_malloc(size_t);
static int allocations;
void *__wrap_malloc(size_t bytes) {
  ++allocations;
  return __real_malloc(bytes);
}

static float *top(void) { return sparse + (1ul << 32) - ENDS; }

static void fill(float *x, size_t count, unsigned state) {
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    x[i] = (float)(state >> 8) / (1 << 23) - 1;
  }
}

static void reset(void) {
  fill(memory, FLOATS, 1);
  fill(sparse, ENDS, 2);
  fill(top(), 2 * ENDS, 3);
}

static void check(int line, int version, int runs) {
  if (!version) {
    plain_stopped = stopped;
    memcpy(want, memory, sizeof want);
    memcpy(low, sparse, sizeof low);
    memcpy(high, top(), sizeof high);
    return;
  }
  ++cases;
  int bits = !stopped && (memcmp(want, memory, sizeof want) ||
                          memcmp(low, sparse, sizeof low) ||
                          memcmp(high, top(), sizeof high));
  int ends = stopped == plain_stopped;
  if (bits || !ends || allocations != runs) {
    printf("line %d:%s%s the kernel ran %d times, not %d\n", line,
           bits ? " other bits," : "", ends ? "" : " other end,", allocations,
           runs);
    ++wrong;
  }
}

/* Calls both versions. What does not end is stopped; then bits do not count. */
#define CALL(RUNS, ...)                                                        \
  for (int version = 0; version != 2; ++version) {                             \
    const struct nests *nest = version ? &gemmify_nests : &plain_nests;        \
    const struct itimerval soon = {{0, 0}, {0, 40000}}, never = {0};           \
    stopped = ENDED;                                                           \
    reset();                                                                   \
    PREPARE;                                                                   \
    allocations = 0;                                                           \
    setitimer(ITIMER_VIRTUAL, &soon, NULL);                                    \
    if (!sigsetjmp(on_signal, 1))                                              \
      nest->__VA_ARGS__;                                                       \
    setitimer(ITIMER_VIRTUAL, &never, NULL);                                   \
    check(__LINE__, version, RUNS);                                            \
  }
#define PREPARE

static float *A, *B, *C, *D;

static void triangles(void) {
  CALL(1, tested_rows(9, 0, 0, A, B, C))
  CALL(1, tested_rows(9, -3, -3, A, B, C))
  CALL(0, tested_rows(9, -20, -20, A, B, C)) /* no row has elements */
  CALL(0, tested_rows(9, 1, 0, A, B, C))     /* not the length of the row */
  CALL(0, tested_rows(9, 0, 1, A, B, C))
  CALL(1, entered_rows(9, 1, A, B, C))
  CALL(0, entered_rows(9, 0, A, B, C)) /* the first one has one nevertheless */
  CALL(1, shorter_rows(9, 9, A, B, C))
  CALL(0, shorter_rows(9, 8, A, B, C)) /* the last one */
  CALL(1, met_rows(9, 0, A, B, C))
  CALL(1, met_rows(9, 3, A, B, C))
  CALL(0, met_rows(9, -1, A, B, C)) /* never in the first row */
  CALL(1, wrapping_rows(9, 2, A, B, C))
  CALL(0, wrapping_rows(9, -3u, A, B, C))
}

static void sizes(void) {
  CALL(1, apart(7, 8, 9, A, 9, B, 8, C, 8))
  CALL(0, apart(0, 8, 9, A, 9, B, 8, C, 8))
  CALL(0, apart(7, 0, 9, A, 9, B, 8, C, 8))
  CALL(0, apart(7, 8, 0, A, 9, B, 8, C, 8))
  CALL(0, apart(-1, 8, 9, A, 9, B, 8, C, 8))
  CALL(0, zeroed(7, 8, 0, A, 9, B, 8, C, 8))
  CALL(0, zeroed(7, 8, -5, A, 9, B, 8, C, 8))
  CALL(1, repeated_rows(7, 8, 9, A, B, C))
  CALL(0, repeated_rows(0, 8, 9, A, B, C))        /* 2^64 times */
  CALL(0, repeated_rows(0, 1l << 40, 9, A, B, C)) /* enough to multiply */
  CALL(1, repeated_sums(7, 8, 9, A, B, C))
  CALL(0, repeated_sums(7, 8, 0, A, B, C))
  CALL(1, conditional(6, 7, 8, 9, A, B, C))
  CALL(0, conditional(5, 7, 8, 9, A, B, C))
  CALL(1, divided_condition(13, 2, 7, 8, 9, A, B, C))
  CALL(0, divided_condition(11, 2, 7, 8, 9, A, B, C))
  CALL(0, divided_condition(-13, -2, 7, 8, 9, A, B, C))
  CALL(0, divided_condition(13, 0, 0, 8, 9, A, B, C)) /* never divides */
  CALL(0, divided_condition(13, 0, 7, 0, 9, A, B, C))
  CALL(0, divided_condition(13, 0, 7, 8, 9, A, B, C))        /* stops */
  CALL(0, apart(2, 2, 1l << 50, sparse, 0, sparse, 0, C, 8)) /* for years */
}

static void counts(void) {
  CALL(1, inclusive(6, 8, 9, A, B, C))
  CALL(0, inclusive(-1ul, 8, 9, A, B, C)) /* never ends */
  CALL(1, met(12, 3, 8, 9, A, B, C))
  CALL(0, met(13, 3, 8, 9, A, B, C)) /* steps over its end */
  CALL(1, stepped(13, 3, 8, 9, A, B, C))
  CALL(0, stepped(13, 0, 8, 9, A, B, C)) /* stands still */
  CALL(1, divided(7, 2, 8, 18, A, B, C))
  CALL(0, divided(0, 0, 8, 18, A, B, C)) /* never divides by zero */
  CALL(0, divided(7, -2, 8, 18, A, B, C))
  CALL(0, divided(7, 2, 8, -18, A, B, C))
}

static void tiles(void) {
  CALL(1, tiled(32, 8, 9, A, B, C))
  CALL(1, tiled(20, 8, 9, A, B, C))
  CALL(0, tiled(0, 8, 9, A, B, C))
  CALL(1, long_tiles(16, 8, 9, A, B, C))
  CALL(0, long_tiles(40, 8, 9, A, B, C)) /* row 16 twice */
  CALL(1, blocks(4, 5, 8, 9, A, B, C))
  CALL(0, blocks(0, 5, 8, 9, A, B, C))
  CALL(0, blocks(4, 0, 8, 9, A, B, C))
  CALL(0, blocks(1l << 40, 1l << 24, 8, 9, A, B, C)) /* 2^64 in all */
  CALL(0, blocks((1l << 62) + 1, 4, 8, 9, A, B, C))  /* and 4 */
}

static void addresses(void) {
  CALL(1, strided(5, 6, 7, A, B, C, 8, 1))
  CALL(1, strided(5, 6, 7, A, B, C, 1, 8))
  CALL(1, strided(5, 6, 7, A, B, C + 4096, -8, -1))
  CALL(0, strided(5, 6, 7, A, B, C, 5, 1)) /* rows that overlap */
  CALL(0, strided(5, 6, 7, A, B, C, 1, 4)) /* columns that do */
  CALL(0, strided(5, 6, 7, A, B, C, 0, 1))
  CALL(0, strided(5, 6, 7, A, B, C, 6, 0))
  CALL(1, strided(1, 6, 7, A, B, C, 0, 1)) /* there is one row */
  CALL(1, strided(5, 1, 7, A, B, C, 1, 0))
  CALL(0, strided(5, 6, 7, A, B, C, 1l << 60, 1)) /* around all memory */
  CALL(0, strided(5, 6, 7, A, B, C, 1l << 61, 1l << 50))
  CALL(1, wrapping(5, 6, 7, A, B, sparse, -2048u, 200))
  CALL(0, wrapping(5, 6, 7, A, B, sparse, -500u, 200))
  CALL(1, wrapping_below(5, 6, 7, A, B, sparse, 1000, 200))
  CALL(0, wrapping_below(5, 6, 7, A, B, sparse, 500, 200))
  CALL(1, shifted(5, 6, 7, A, B, C, 24))
  CALL(1, shifted(5, 6, 7, A, B, C + 4096, -24))
  CALL(0, shifted(5, 6, 7, A, B, C, 26))       /* rounds */
  CALL(0, shifted(5, 6, 7, A, B, C, 1l << 61)) /* overflows */
}

static void overlaps(void) {
  CALL(1, flat(5, 6, 7, A, 7, B, 6, C, 6))
  CALL(0, flat(5, 6, 7, C + 29, 7, B, 6, C, 6)) /* A begins where C ends */
  CALL(1, flat(5, 6, 7, C + 30, 7, B, 6, C, 6))
  CALL(0, flat(5, 6, 7, C - 34, 7, B, 6, C, 6))
  CALL(1, flat(5, 6, 7, C - 35, 7, B, 6, C, 6))
  CALL(0, flat(5, 6, 7, A, 7, C + 29, 6, C, 6))
  CALL(0, flat(5, 6, 7, A, 7, C - 41, 6, C, 6))
  CALL(1, biased(5, 6, 7, A, B, C, D))
  CALL(1, biased(5, 6, 7, A, B, C, C - 6))
  CALL(0, biased(5, 6, 7, A, B, C, C - 5))
  CALL(0, biased(5, 6, 7, A, B, C, C + 29))
  CALL(1, biased(5, 6, 7, A, B, C, C + 30))
  CALL(0, biased(5, 6, 7, A, B, C, C + 8))
  /* Side by side in one array. */
  CALL(1, flat(5, 6, 7, C - 7, 64, B, 6, C, 64))
  CALL(0, flat(5, 6, 7, C - 6, 64, B, 6, C, 64))
  CALL(1, flat(5, 6, 7, C + 6, 64, B, 6, C, 64))
  CALL(0, flat(5, 6, 7, C + 5, 64, B, 6, C, 64))
  CALL(1, flat(5, 6, 7, C - 7 + 64, 64, B, 6, C, 64))
  CALL(0, flat(5, 60, 7, C - 7 + 64, 64, B, 60, C, 64))
  CALL(0, flat(5, 6, 7, C - 7, 63, B, 6, C, 64))
  CALL(1, flat(5, 6, 7, A, 7, C + 6, 64, C, 64))
  CALL(0, flat(5, 6, 7, A, 7, C + 5, 64, C, 64))
  CALL(0, flat(5, 6, 7, A, 1l << 60, B, 6, C, 6)) /* around all memory */
  CALL(0, flat(5, 6, 7, A, -(1l << 61), B, 6, C, 6))
  CALL(0, flat(5, 6, 7, B, 7, D, 6, A, -(1l << 58))) /* C is below all */
}

static void descriptors(void) {
  struct matrix a = {A, 5, 7, 7}, b = {B, 7, 6, 6}, c = {C, 5, 6, 6};
  CALL(1, described(&a, &b, &c))
  c.rows = 0;
  struct matrix *none = NULL;
  CALL(0, described(none, none, &c)) /* nobody looks at them */
  c.rows = 5, c.columns = 0;
  CALL(0, described(none, none, &c))
  c.columns = 6, a.columns = 0;
  CALL(0, described(&a, none, &c))
  a.columns = 7;
#undef PREPARE
#define PREPARE (memcpy(C - 8, &a, sizeof a), memcpy(C + 30, &b, sizeof b))
  CALL(1, described((void *)(C - 8), (void *)(C + 30), &c))
#undef PREPARE
#define PREPARE (memcpy(C - 6, &a, sizeof a), memcpy(C + 30, &b, sizeof b))
  CALL(0, described((void *)(C - 6), (void *)(C + 30), &c))
#undef PREPARE
#define PREPARE (memcpy(C - 8, &a, sizeof a), memcpy(C + 28, &b, sizeof b))
  CALL(0, described((void *)(C - 8), (void *)(C + 28), &c))
#undef PREPARE
#define PREPARE
}

static float *table[3][16];

/* Rows of C at the places \p at, of A and B apart. What lies behind the tables
 * of A and C is not. */
static void put(const int *at, int count) {
  for (int i = 0; i < 16; ++i) {
    table[0][i] = i < 5 ? A + i * 32 : C;
    table[1][i] = B + i * 32;
    table[2][i] = i < count ? C + at[i] : A;
  }
}
#define PUT(...)                                                               \
  do {                                                                         \
    static const int at[] = {__VA_ARGS__};                                     \
    put(at, sizeof at / sizeof *at);                                           \
  } while (0)

static void tables(void) {
  float **a = table[0], **b = table[1], **c = table[2];
  PUT(0, 24, 48, 72, 96);
  CALL(1, rows(5, 24, 16, a, b, c))
  CALL(0, rows(0, 24, 16, a, b, c))
  PUT(96, 72, 48, 24, 0);
  CALL(1, rows(5, 24, 16, a, b, c))
  PUT(48, 96, 0, 72, 24);
  CALL(1, rows(5, 24, 16, a, b, c)) /* compares all with all */
  CALL(0, rows(5, 24, 1, a, b, c))  /* not worth it */
  PUT(0, 24, 47, 72, 96);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(96, 72, 49, 24, 0);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(48, 96, 0, 72, 25);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(25, 0, 24, 48, 72); /* sorted, but for the first */
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(50, 72, 48, 24, 0);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(0, 24, 48, 96, 95);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(96, 72, 48, 0, 1);
  CALL(0, rows(5, 24, 16, a, b, c))
  PUT(0, 24, 48, 72, 72);
  CALL(0, rows(5, 24, 16, a, b, c))
  /* Elements 64 apart: rows may lie between them. */
  PUT(0, 1, 2, 3, 4);
  CALL(1, rows_by(5, 24, 16, a, b, c, 64))
  PUT(4, 3, 2, 1, 0);
  CALL(1, rows_by(5, 24, 16, a, b, c, -64))
  PUT(0, 1, 2, 3, 64);
  CALL(0, rows_by(5, 24, 16, a, b, c, 64))
  PUT(0, 1, 2, 3, 3);
  CALL(0, rows_by(5, 24, 16, a, b, c, 64))
  PUT(0, 24, 48, 72, 96);
  CALL(0, rows_by(5, 24, 16, a, b, c, 0)) /* one element for all j */
  CALL(1, rows_by(5, 1, 16, a, b, c, 0))
  CALL(0, rows_by(5, 24, 16, a, b, c, 1l << 58)) /* around all memory */
  CALL(0, rows_by(5, 2, 16, a, b, c, 1l << 60))
  table[2][0] = (float *)-(1l << 60);
  CALL(0, rows_by(1, 2, 16, a, b, c, 1l << 59)) /* beyond its end */
  PUT(0, 1, 2, 3, 63);
  CALL(1, rows_by(5, 24, 16, a, b, c, 64))
  table[2][4] = (float *)((char *)(C + 63) + 2); /* in the next element */
  CALL(0, rows_by(5, 24, 16, a, b, c, 64))
}

static void mixed_tables(void) {
  float **a = table[0], **b = table[1], **c = table[2];
  /* A row of an operand on one of C: all sorted, or not. */
  static const int ascending[] = {0, 24, 48, 72, 96},
                   shuffled[] = {48, 96, 0, 72, 24};
  for (int sorted = 0; sorted != 2; ++sorted) {
    put(sorted ? ascending : shuffled, 5);
    table[0][4] = C + 111 - 24 * !sorted; /* ends in a row */
    CALL(0, rows(5, 24, 16, a, b, c))
    table[0][4] = C + 120;
    CALL(1, rows(5, 24, 16, a, b, c))
    table[0][4] = C + 119;
    CALL(0, rows(5, 24, 16, a, b, c))
    table[0][4] = A + 4 * 32;
    table[0][0] = C - 16;
    CALL(1, rows(5, 24, 16, a, b, c))
    table[0][0] = C - 15;
    CALL(0, rows(5, 24, 16, a, b, c))
    table[0][0] = C + 5;
    table[0][4] = D;
    CALL(0, rows(5, 24, 16, a, b, c))
    table[0][4] = A + 4 * 32;
    table[0][0] = A;
    table[1][15] = C + 119;
    CALL(0, rows(5, 24, 16, a, b, c))
    table[1][15] = C + 120;
    CALL(1, rows(5, 24, 16, a, b, c))
    table[1][15] = B + 15 * 32;
  }
  /* Gaps that just fit, from either side. */
  PUT(0, 64, 128, 192, 256);
  for (int i = 0; i != 5; ++i)
    table[0][i] = C + 24 + 64 * i;
  CALL(1, rows(5, 24, 16, a, b, c))
  table[0][2] -= 1;
  CALL(0, rows(5, 24, 16, a, b, c))
  table[0][2] += 1 + 24;
  CALL(1, rows(5, 24, 16, a, b, c))
  table[0][2] += 1;
  CALL(0, rows(5, 24, 16, a, b, c))
  for (int i = 0; i != 5; ++i)
    table[0][i] = C - 16 + 64 * i;
  CALL(1, rows(5, 24, 16, a, b, c))
  for (int i = 0; i != 5; ++i)
    table[0][i] = C + 24 + 64 * (4 - i);
  CALL(1, rows(5, 24, 16, a, b, c))
  table[0][3] -= 1;
  CALL(0, rows(5, 24, 16, a, b, c))
  /* The table of C in C. */
  PUT(0, 24, 48, 72, 96);
#undef PREPARE
#define PREPARE memcpy(C + 100, table[2], 5 * sizeof *table[2])
  CALL(0, rows(5, 24, 16, a, b, (float **)(C + 100)))
#undef PREPARE
#define PREPARE memcpy(C + 120, table[2], 5 * sizeof *table[2])
  CALL(1, rows(5, 24, 16, a, b, (float **)(C + 120)))
#undef PREPARE
#define PREPARE
}

/* More rows than the stack has room to sort: workspace is asked for twice where
 * the kernel runs. */
static void many_rows(void) {
  enum { ROWS = 400 };
  static float *a[ROWS], *c[ROWS];
  float **b = table[1];
  PUT(0);
  for (int i = 0; i < ROWS; ++i) {
    a[i] = A + 16 * i;
    c[i] = C + 24 * (i * 7 % ROWS);
  }
  CALL(2, rows(ROWS, 24, 16, a, b, c))
  a[7] = C + 24 * ROWS; /* behind all */
  CALL(2, rows(ROWS, 24, 16, a, b, c))
  a[7] -= 1;
  CALL(1, rows(ROWS, 24, 16, a, b, c))
  a[7] = C - 15;
  CALL(1, rows(ROWS, 24, 16, a, b, c))
  a[7] -= 1;
  CALL(2, rows(ROWS, 24, 16, a, b, c))
  for (int i = 0; i < ROWS; i += 57) {
    c[i] += 1;
    CALL(1 + (c[i] == C + 24 * ROWS - 23), rows(ROWS, 24, 16, a, b, c))
    c[i] -= 2;
    CALL(1, rows(ROWS, 24, 16, a, b, c))
    c[i] += 1;
  }
}

/* A count of rows and their table, of which the last entry is the last that can
 * be read. The sums are negative, and so is an int at their place. */
static void counted_tables(void) {
  enum { ROWS = 5 };
  float **table = (float **)(memory + FLOATS) - ROWS;
  const int there = ROWS, beyond = ROWS + 3;
  int *apart = (int *)D;
#undef PREPARE
#define PREPARE                                                                \
  do {                                                                         \
    for (int i = 0; i < ROWS; ++i)                                             \
      table[i] = C + 32 * i;                                                   \
    for (int i = 0; i < 16 * 24; ++i)                                          \
      A[i] = -1, B[i] = 1 + i % 3;                                             \
    memcpy(apart, &there, sizeof there);                                       \
    memcpy(C + 32, &beyond, sizeof beyond);                                    \
    memcpy(C + 32 * (ROWS - 1) + 23, &beyond, sizeof beyond);                  \
  } while (0)
  CALL(1, counted_rows(apart, 24, 16, A, B, table))
  CALL(0, counted_rows((int *)(C + 32), 24, 16, A, B, table))
  CALL(0, counted_rows((int *)(C + 32 * (ROWS - 1) + 23), 24, 16, A, B, table))
#undef PREPARE
#define PREPARE
}

static void long_rows(void) {
  struct row a[5];
  for (int i = 0; i < 5; ++i)
    a[i] = (struct row){A + 32 * i, 16};
  CALL(1, long_rows(5, 24, a, B, C))
  a[4].length = 15;
  CALL(0, long_rows(5, 24, a, B, C))
  a[4].length = 17;
  CALL(0, long_rows(5, 24, a, B, C))
  a[4].length = 16, a[2].length = 0;
  CALL(0, long_rows(5, 24, a, B, C))
}

static void indices(void) {
  static const int straight[] = {0, 1, 2, 3, 4}, twice[] = {0, 1, 2, 2, 4},
                   far[] = {0, 1, 2, 3, 1 << 30}, below[] = {0, -1, 2, 3, 4},
                   later[] = {1, 2, 3, 4, 5}, there[] = {0, 1, 2, 3, 60};
  CALL(1, scattered(5, 24, 16, A, B, C, straight, 24))
  CALL(0, scattered(5, 24, 16, A, B, C, twice, 24))
  CALL(0, scattered(5, 24, 16, A, B, C, straight, 23))
  CALL(1, scattered(5, 24, 16, A, B, C + 1024, below, -24))
  CALL(0, scattered(5, 24, 16, A, B, C, far, 24)) /* overflows */
  CALL(1, gathered(5, 24, 16, A, straight, 24, B, C))
  CALL(1, gathered(5, 24, 16, A, twice, 24, B, C))
  CALL(0, gathered(5, 24, 16, C - 16384 + 60, there, 272, B, C))
  CALL(1, gathered(5, 24, 16, sparse, straight, (1 << 30) - 4, B, C))
  CALL(0, gathered(5, 24, 16, sparse, straight, (1 << 30) - 3, B, C))
  CALL(1, gathered_below(5, 24, 16, A, later, 24, B, C))
  CALL(0, gathered_below(5, 24, 16, sparse, straight, 24, B, C))
}

static void splits(void) {
  CALL(1, behind(5, 6, 7, A, B, C, D, 6))
  CALL(0, behind(5, 6, 7, A, B, C, A + 6, 7)) /* the next row of A */
  CALL(0, behind(5, 6, 7, A, B, C, B, 6))
  CALL(1, behind(5, 6, 7, A, B, C, C, 6)) /* row by row */
  CALL(0, behind(5, 6, 7, A, B, C, C + 1, 6))
  CALL(0, behind(5, 6, 7, A, B, C, C + 6, 6))
  CALL(0, behind(5, 6, 7, A, B, C, C, 0))
  CALL(0, behind(5, 6, 7, A, B, C, D, 1l << 60))
  CALL(1, behind_wrapping(5, 6, 7, A, B, C, sparse, -2048u, 200))
  CALL(0, behind_wrapping(5, 6, 7, A, B, C, sparse, -500u, 200))
  CALL(1, several(5, 6, 7, A, B, C, C - 100, 6, 6, 6, D))
  CALL(0, several(5, 6, 7, A, B, C, C - 100, 6, 24, 6, D))
  CALL(0, several(5, 6, 7, A, B, C, C - 100, 6, 6, 80, D))
  CALL(0, several(5, 6, 7, A, B, C, C - 100, 24, 6, 6, D))
  CALL(0, several(5, 6, 7, A, B, C, C - 100, 6, 6, 6, C + 4))
  CALL(1, ahead(5, 6, 7, A, B, C, D, 6))
  CALL(1, ahead(5, 6, 7, A, B, C, C + 30, 6))
  CALL(0, ahead(5, 6, 7, A, B, C, C + 29, 6))
  CALL(0, ahead(5, 6, 7, A, B, C, C, 6))
  CALL(1, around(5, 6, 7, A, B, C, D, D + 64))
  CALL(0, around(5, 6, 7, A, B, C, C, D)) /* before and behind */
  /* The kernel's workspace and that of five rows. */
  CALL(2, through_row(5, 6, 7, A, B, C, D, 0, 6))
  CALL(2, through_row(5, 6, 7, A, B, C, D, 1, 5))
  CALL(0, through_row(5, 6, 7, A, B, C, D, 1, 6))
  CALL(0, through_row(5, 6, 7, A, B, C, D, -1, 6))
  CALL(2, through_row(5, 6, 7, A, B, C, D, 9, 0))
  CALL(1, beside(5, 6, 7, A, B, C, 6, 1, D, 6, 1))
  CALL(1, beside(5, 6, 7, A, B, C, 6, 1, C, 6, 1)) /* each where it is */
  CALL(1, beside(5, 6, 7, A, B, C, 1, 5, C, 1, 5))
  CALL(0, beside(5, 6, 7, A, B, C, 6, 1, C + 1, 6, 1))
  CALL(0, beside(5, 6, 7, A, B, C, 6, 1, C + 6, 6, 1))
  CALL(0, beside(5, 6, 7, A, B, C, 6, 1, C, 7, 1))
  CALL(0, beside(5, 6, 7, A, B, C, 6, 1, C, 5, 1))
  CALL(1, beside(5, 6, 7, A, B, C, 12, 2, C + 1, 12, 2)) /* between */
  CALL(0, beside(5, 6, 7, A, B, C, 11, 2, C + 1, 11, 2))
  CALL(0, beside(5, 6, 7, A, B, C, 64, 1, C + 1, 64, 1)) /* row by row */
  CALL(0, beside(5, 6, 7, A, B, C, 1, 64, C + 1, 1, 64))
  CALL(1, beside(5, 6, 7, A, B, C, 2, 10, C + 1, 2, 10))
  CALL(0, beside(5, 6, 7, A, B, C, 2, 9, C + 1, 2, 9))
  CALL(0, beside(0, 6, 7, A, B, C, 6, 1, D, 6, 1))
  CALL(0, beside(5, 6, 0, A, B, C, 6, 1, D, 6, 1))
}

static void paddings(void) {
  CALL(9, filtered(8, 16, 1, 1, A, B, C)) /* once in each box */
  CALL(9, filtered(8, 16, 1, 0, A, B, C))
  CALL(0, filtered(8, 16, 1, 3, A, B, C)) /* empty at the edge */
  CALL(0, filtered(8, 16, 0, 1, A, B, C))
  CALL(0, filtered(8, 16, -1, 1, A, B, C))
  CALL(0, filtered(8, 16, 2, 1, A, B, C))
}

/* So many floats with an inaccessible megabyte on both sides. */
static float *map(size_t floats) {
  size_t bytes = floats * sizeof(float), margin = 1 << 20;
  char *x = mmap(NULL, bytes + 2 * margin, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (x == MAP_FAILED || mprotect(x + margin, bytes, PROT_READ | PROT_WRITE))
    exit(2);
  return (float *)(x + margin);
}

int main(void) {
  memory = map(FLOATS);
  sparse = map((1ul << 32) + 2 * ENDS);
  A = memory, B = memory + 8192, C = memory + 16384, D = memory + 32768;
  signal(SIGSEGV, stop);
  signal(SIGBUS, stop);
  signal(SIGFPE, stop);
  signal(SIGVTALRM, stop);
  sizes();
  triangles();
  counts();
  tiles();
  addresses();
  overlaps();
  descriptors();
  tables();
  mixed_tables();
  many_rows();
  counted_tables();
  long_rows();
  indices();
  splits();
  paddings();
  printf("%d cases, %d wrong\n", cases, wrong);
  return wrong != 0;
}
