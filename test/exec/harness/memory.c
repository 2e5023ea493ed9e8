//===- memory.c - Operands between inaccessible pages ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "memory.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const placement_names[] = {"end", "start", "line-end",
                                       "line-start"};
const char *const value_names[] = {"normal", "special", "zeros"};

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

static size_t page(void) { return (size_t)sysconf(_SC_PAGESIZE); }

/// \p count pieces of \p bytes bytes with an inaccessible page on both sides
/// of each.
static struct memory pages(size_t count, size_t bytes, int at_end) {
  size_t body = (bytes + page() - 1) / page() * page(), step = body + page();
  struct memory m = {0};
  m.count = count;
  m.bytes = bytes;
  m.stride = step;
  m.map_bytes = count * step + page();
  m.map = mmap(NULL, m.map_bytes, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m.map == MAP_FAILED) {
    perror("mmap");
    exit(2);
  }
  for (size_t i = 0; body && i < count; ++i)
    mprotect(m.map + page() + i * step, body, PROT_READ | PROT_WRITE);
  m.pieces = m.map + page() + (at_end ? body - bytes : 0);
  return m;
}

static void make_read_only(struct memory *m) {
  mprotect(m->map, m->map_bytes, PROT_NONE);
  size_t body = m->stride - page();
  for (size_t i = 0; body && i < m->count; ++i)
    mprotect(m->map + page() + i * m->stride, body, PROT_READ);
}

char *memory_copy(const struct memory *mem) {
  char *copy = malloc(mem->count * mem->bytes + 1);
  for (size_t i = 0; i < mem->count; ++i)
    memcpy(copy + i * mem->bytes, mem->pieces + i * mem->stride, mem->bytes);
  return copy;
}

void memory_restore(struct memory *mem, const char *copy) {
  for (size_t i = 0; i < mem->count; ++i)
    memcpy(mem->pieces + i * mem->stride, copy + i * mem->bytes, mem->bytes);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static double random_real(enum values v, size_t bytes) {
  static const double special[] = {0.0,  -0.0, 0.0,      -0.0,
                                   1e30, -1.0, INFINITY, -INFINITY};
  uint64_t r = random_bits();
  if (v == ZEROS)
    return r % 16 ? (r & 64 ? 0.0 : -0.0) : r & 64 ? 1.0 : -1.0;
  if (v == SPECIAL && r % 8 == 0) {
    unsigned which = (r >> 8) % 40;
    // Inf and NaN spread over whole rows: keep them rare.
    if (which >= 6 && which < 8 && (r >> 20) % 8)
      which = 1;
    if (which == 9)
      return NAN;
    if (which < 8)
      return special[which];
    double tiny = bytes == 2 ? 1e-7 : bytes == 4 ? 1e-40 : 4e-310;
    return which % 2 ? tiny : -tiny;
  }
  return (double)(int64_t)r / 9223372036854775808.0;
}

/// As many low bits of it as the type has are the value.
static int64_t random_integer(enum values v, int is_signed) {
  static const int extreme[] = {127, -128, 255, -1, 1, 0};
  uint64_t r = random_bits();
#ifdef WRAPS
  const int all = 1;
#else
  const int all = 0;
#endif
  if (v == ZEROS)
    return r % 16 ? 0 : (r & 64) || !is_signed ? 1 : -1;
  int64_t x = v == SPECIAL && r % 8 == 0 ? extreme[(r >> 8) % 6]
              : all                      ? (int64_t)r
                                         : (int8_t)(r >> 16);
  return all || is_signed ? x : x & 255;
}

/// The high half of a float. The compiler would call a function for this that
/// not every system has.
static uint16_t truncate_to_bfloat(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint16_t)(bits >> 16);
}

#if defined(__x86_64__) || defined(__aarch64__)
#define IS_BFLOAT(TYPE) __builtin_types_compatible_p(TYPE, __bf16)
#else
#define IS_BFLOAT(TYPE) 0
#endif
#define IS_REAL(TYPE) ((TYPE)0.5 != 0)
#define IS_SIGNED(TYPE) ((TYPE)-1 < (TYPE)1)

/// How to fill an array of one type.
struct kind {
  size_t bytes;
  void (*set)(void *at, enum values v);
};
#define KIND(NAME, TYPE)                                                       \
  static void CAT(set_, NAME)(void *at, enum values v) {                       \
    if (IS_BFLOAT(TYPE)) {                                                     \
      uint16_t x = truncate_to_bfloat((float)random_real(v, 4));               \
      memcpy(at, &x, sizeof x);                                                \
    } else {                                                                   \
      TYPE x = IS_REAL(TYPE) ? (TYPE)random_real(v, sizeof(TYPE))              \
                             : (TYPE)random_integer(v, IS_SIGNED(TYPE));       \
      memcpy(at, &x, sizeof x);                                                \
    }                                                                          \
  }                                                                            \
  static const struct kind CAT(kind_, NAME) = {sizeof(TYPE), CAT(set_, NAME)};
KIND(a, TA)
KIND(b, TB)
KIND(c, T)

static double random_scalar(enum values v) {
  static const double list[] = {1.0, 0.0, -1.0, -0.0, 2.5, 0.3};
  static const double small[] = {1, 0, 3, 2, 5, 7, -1, -3};
  uint64_t r = random_bits();
  if (!IS_REAL(T))
    return small[r % (IS_SIGNED(T) ? 8 : 6)];
  return v != NORMAL ? list[r % 6] : (double)(int64_t)r / 4611686018427387904.0;
}

/// Fills \p rows × \p cols elements at \p x.
static void fill(void *x, const struct kind *kind, long rows, long cols,
                 long rs, long cs, enum values v) {
  for (long r = 0; r < rows; ++r)
    for (long c = 0; c < cols; ++c)
      kind->set((char *)x + (r * rs + c * cs) * (long)kind->bytes, v);
}

//===----------------------------------------------------------------------===//
// Separate operands
//===----------------------------------------------------------------------===//

/// From the beginning of a line of \p length elements to the next one.
static long distance(long length, int pad) {
  return pad < 0 ? (length - 1 - pad) / -pad * -pad : length + pad;
}

/// Strides of a rows × cols operand in \p layout: contiguous lines \p pad
/// elements apart, or beginning at multiples of -pad; any for G.
static void strides(char layout, long rows, long cols, int pad, long *rs,
                    long *cs) {
  *rs = layout == 'R'   ? distance(cols, pad)
        : layout == 'L' ? 1
                        : distance(2 * cols + 1, pad);
  *cs = layout == 'R' ? 1 : layout == 'L' ? distance(rows, pad) : 2;
  if (layout == 'G' && pad > 0) {
    *rs = 3;
    *cs = 3 * rows + pad;
  }
}

static struct memory operand(const struct kind *kind, char layout, long rows,
                             long cols, int pad, long fixed_ld,
                             enum placement place, enum values values,
                             int padding, void **at, long *rs, long *cs,
                             long *ld) {
  int lines = place == LINE_END || place == LINE_START;
  int at_end = place == END || place == LINE_END;
  strides(layout, rows, cols, pad, rs, cs);
  if (fixed_ld)
    *(layout == 'R' ? rs : cs) = fixed_ld;
  struct memory m;
  if (lines) {
    long count = layout == 'R' ? rows : cols, len = layout == 'R' ? cols : rows;
    m = pages((size_t)count, (size_t)len * kind->bytes, at_end);
    *(layout == 'R' ? rs : cs) = (long)(m.stride / kind->bytes);
  } else {
    long last = rows && cols ? (rows - 1) * *rs + (cols - 1) * *cs + 1 : 0;
    m = pages(1, (size_t)last * kind->bytes, at_end);
  }
  for (size_t i = 0; i < m.count; ++i)
    memset(m.pieces + i * m.stride, padding, m.bytes);
  *at = m.pieces;
  *ld = layout == 'R' ? *rs : *cs;
  fill(m.pieces, kind, rows, cols, *rs, *cs, values);
  return m;
}

static int create_separate(struct world *w, const struct form *f, int pad,
                           enum placement place, enum values v) {
  struct problem *p = &w->p;
  int lines = place == LINE_END || place == LINE_START;
  if (lines && (f->lda || f->ldb || f->ldc || strchr(f->layout, 'G')))
    return 0;
  long m = p->i0 + p->m * p->batch, n = p->j0 + p->n, k = p->k0 + p->k;
  long kb = p->k0 + p->k * p->batch;
  // Padding of A and B is NaN, so that its use shows.
  w->a = operand(&kind_a, f->layout[0], m, k, pad, f->lda, place, v, 0xFF, &p->A,
                 &p->rsA, &p->csA, &p->lda);
  w->b = operand(&kind_b, f->layout[1], kb, n, pad, f->ldb, place, v, 0xFF, &p->B,
                 &p->rsB, &p->csB, &p->ldb);
  w->written = operand(&kind_c, f->layout[2], m, n, pad, f->ldc, place, v, 0x5A, &p->C,
                       &p->rsC, &p->csC, &p->ldc);
  make_read_only(&w->a);
  make_read_only(&w->b);
  return 1;
}

//===----------------------------------------------------------------------===//
// Operands that share one array
//===----------------------------------------------------------------------===//

const char *const alias_names[] = {
    "none",         "a=c",          "a=c+1",       "c=a+1",
    "a=c+half",     "b=c",          "b=c+half+1",  "b=c+1",
    "interleaved",  "lu",           "a=b",         "c-rows-overlap",
    "c-rows-equal", "c-rows-shift", "negative-ld", "a=b=c"};

static int create_shared(struct world *w, const struct form *f, enum values v,
                         int alias) {
  struct problem *p = &w->p;
  long m = p->m, n = p->n, k = p->k;
  long mx = (m > n ? m : n) > k ? (m > n ? m : n) : k;
  if (!m || !n || !k || mx > 110 || f->lda || f->ldb || f->ldc ||
      (f->flags & BATCH) || strchr(f->layout, 'G') ||
      (IS_REAL(T) && sizeof(TA) + sizeof(TB) != 2 * sizeof(T)) ||
      (sizeof(TA) != sizeof(T) && sizeof(TA) != 1) ||
      (sizeof(TB) != sizeof(T) && sizeof(TB) != 1))
    return 0; // Other types may not overlap in C; characters may.
  long ld = 3 * (mx + 4), gap = (mx + 4) * ld, half = mx / 2 * ld;
  long a = 0, b = gap, c = 2 * gap;
  p->lda = p->ldb = p->ldc = ld;
  switch (alias) {
  case 1:
    a = c;
    break;
  case 2:
    a = c + 1;
    break;
  case 3:
    a = c - 1;
    break;
  case 4:
    a = c + half;
    break;
  case 5:
    b = c;
    break;
  case 6:
    b = c - half + 1;
    break;
  case 7:
    b = c + 1;
    break;
  case 8:
    a = mx, b = 2 * mx, c = 0;
    break;
  case 9:
    a = k * ld, b = k, c = k * ld + k;
    break;
  case 10:
    a = b;
    break;
  case 11:
    p->ldc = f->layout[2] == 'R' ? n - 1 : m - 1;
    break;
  case 12:
    p->ldc = 0;
    break;
  case 13:
    p->ldc = 1;
    break;
  case 14:
    if (f->flags & UNSIGNED)
      return 0;
    p->lda = p->ldb = p->ldc = -ld;
    a = gap - ld, b = 2 * gap - ld, c = 3 * gap - ld;
    break;
  case 15:
    a = b = c;
    break;
  }
  if (alias == 9 && (strcmp(f->layout, "LLL") == 0))
    a = k, b = k * ld;
  w->written = pages(1, (size_t)(4 * gap) * sizeof(T), 1);
  fill(w->written.pieces, &kind_c, 1, 4 * gap, 0, 1, v);
  T *base = (T *)w->written.pieces;
  p->A = base + a;
  p->B = base + b;
  p->C = base + c;
  return 1;
}

//===----------------------------------------------------------------------===//
// Worlds
//===----------------------------------------------------------------------===//

int world_create(struct world *w, const struct form *f, long m, long n, long k,
                 int pad, enum placement place, enum values values, int alias) {
  memset(w, 0, sizeof *w);
  w->p.m = m;
  w->p.n = n;
  w->p.k = k;
  w->p.batch = f->flags & BATCH ? 3 : 1;
  if (f->flags & OFFSET) {
    w->p.i0 = 2;
    w->p.j0 = 1;
    w->p.k0 = 3;
  }
  w->p.alpha = random_scalar(values);
  w->p.beta = random_scalar(values);
  return alias ? create_shared(w, f, values, alias)
               : create_separate(w, f, pad, place, values);
}

void world_destroy(struct world *w) {
  if (w->a.map)
    munmap(w->a.map, w->a.map_bytes);
  if (w->b.map)
    munmap(w->b.map, w->b.map_bytes);
  munmap(w->written.map, w->written.map_bytes);
}

//===----------------------------------------------------------------------===//
// The heap, seen through the linker's --wrap
//===----------------------------------------------------------------------===//

static int watching, failing;
static struct heap_use use;

void *__real_malloc(size_t n);
void *__real_aligned_alloc(size_t align, size_t n);
void __real_free(void *p);
void *__real_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off);
int __real_munmap(void *at, size_t n);

/// Where kernels keep workspace between two products (WorkspacePool.h): null or
/// a mapping that begins with its size; behind them, how many bytes these have.
/// The program may have none.
extern void *pool[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

/// Unmaps the workspace that waits, and says how many mappings that were.
static long drain_pool(void) {
  long count = 0;
  for (int i = 0; pool && i < 64; ++i)
    if (pool[i]) {
      __real_munmap(pool[i], *(size_t *)pool[i]);
      pool[i] = NULL;
      ++count;
    }
  if (pool)
    pool[64] = NULL;
  return count;
}

void heap_begin(int fail) {
  drain_pool();
  watching = 1;
  failing = fail;
  use.calls = use.live = 0;
}

struct heap_use heap_end(void) {
  watching = failing = 0;
  use.live -= drain_pool();
  return use;
}

static void *count(void *p) {
  use.calls += watching;
  use.live += watching && p;
  return p;
}

void *__wrap_malloc(size_t n) {
  return count(failing ? NULL : __real_malloc(n));
}

void *__wrap_aligned_alloc(size_t align, size_t n) {
  return count(failing ? NULL : __real_aligned_alloc(align, n));
}

int __wrap_posix_memalign(void **out, size_t align, size_t n) {
  *out = count(failing ? NULL : __real_aligned_alloc(align, n));
  return *out ? 0 : 12;
}

void __wrap_free(void *p) {
  use.live -= watching && p;
  __real_free(p);
}

void *__wrap_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off) {
  void *p = failing ? MAP_FAILED : __real_mmap(at, n, prot, flags, fd, off);
  use.calls += watching;
  use.live += watching && p != MAP_FAILED;
  return p;
}

int __wrap_munmap(void *at, size_t n) {
  use.live -= watching;
  return __real_munmap(at, n);
}
