//===- rows.c - Operands whose rows are found through tables --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RUN: %exec %s --sizes=small
// RUN: %exec %s --only=shuffled_mem,vectors_scalar,columns_ikj,everything_kji
// RUN: %exec %s --blocks --expect-heap --sizes=small --types=float --deal=2
// RUN: %exec %s --sizes=small --types=double --deal=2 --deal-from=1 \
// RUN:   --flags="-O3 -march=native -fno-strict-aliasing -DTABLE_MAY_CHANGE"
//
// Every operand lies as in the other families (page ends behind each row,
// operands that share memory); the tables lie at page ends, too.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "forms.h"
#include <string.h>
#include <sys/mman.h>

/// Orders of the rows of a table.
enum order { ASCENDING, DESCENDING, SHUFFLED, TWICE };

/// Index of the row that entry \p i of \p count refers to. TWICE: some rows
/// have two entries.
static long entry(enum order o, long i, long count) {
  switch (o) {
  case DESCENDING:
    return count - 1 - i;
  case SHUFFLED:
    return count % 7 ? i * 7 % count : count % 5 ? i * 5 % count : i;
  case TWICE:
    return i / 2;
  default:
    return i;
  }
}

/// \p bytes that end where a page does; one place per \p slot.
static void *at_page_end(int slot, size_t bytes) {
  enum { SPACE = 1 << 16, PAGE = 4096 };
  static char *places[8];
  if (!places[slot]) {
    places[slot] = mmap(NULL, SPACE + PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(places[slot] + SPACE, PAGE, PROT_NONE);
  }
  return places[slot] + SPACE - bytes;
}

/// A table of the rows of an operand.
static T **rows(int slot, void *base, long count, long ld, enum order o) {
  T **table = at_page_end(slot, count * sizeof(T *));
  for (long i = 0; i < count; ++i)
    table[i] = (T *)base + entry(o, i, count) * ld;
  return table;
}

#define ROWS_A(O) rows(0, p->A, p->m, p->lda, O)
#define ROWS_B(O) rows(1, p->B, p->k, p->ldb, O)
#define ROWS_C(O) rows(2, p->C, p->m, p->ldc, O)

/// The same as a list of indices of type I.
#define INDICES(I)                                                             \
  static I *indices_##I(int slot, long count, enum order o) {                  \
    I *list = at_page_end(slot, count * sizeof(I));                            \
    for (long i = 0; i < count; ++i)                                           \
      list[i] = (I)entry(o, i, count);                                         \
    return list;                                                               \
  }
typedef unsigned short ushort;
INDICES(int)
INDICES(long)
INDICES(short)
INDICES(ushort)
INDICES(unsigned)

//===----------------------------------------------------------------------===//
// Row pointers
//===----------------------------------------------------------------------===//

#define MEM(C, A, B)                                                           \
  UP(int, i, M) UP(int, j, N) UP(int, k, K) C += A * B;
#define IKJ(C, A, B)                                                           \
  UP(int, i, M) UP(int, k, K) UP(int, j, N) C += A * B;
#define KJI(C, A, B)                                                           \
  UP(int, k, K) UP(int, j, N) UP(int, i, M) C -= A * B;
#define SCALAR(C, A, B)                                                        \
  UP(int, i, M) UP(int, j, N) {                                                \
    T s = 0;                                                                   \
    UP(int, k, K) s += A * B;                                                  \
    C = s;                                                                     \
  }
#define ZEROED(C, A, B)                                                        \
  UP(int, i, M) {                                                              \
    UP(int, j, N) C = 0;                                                       \
    UP(int, k, K) UP(int, j, N) C += A * B;                                    \
  }
#define FLAT_A A[i * lda + k]
#define FLAT_B B[k * ldb + j]
#define FLAT_C C[i * ldc + j]

/// Nests over any mixture of tables and flat operands.
#define NESTS_WITH(FLAGS, NAME, LAYOUT, PARAMS, ARGS, C_, A_, B_)              \
  FORM(NAME##_mem, LAYOUT, FLAGS, PARAMS, ARGS) { MEM(C_, A_, B_) }            \
  FORM(NAME##_ikj, LAYOUT, FLAGS, PARAMS, ARGS) { IKJ(C_, A_, B_) }            \
  FORM(NAME##_kji, LAYOUT, FLAGS, PARAMS, ARGS) { KJI(C_, A_, B_) }            \
  FORM(NAME##_scalar, LAYOUT, FLAGS, PARAMS, ARGS) { SCALAR(C_, A_, B_) }
#define NESTS(...) NESTS_WITH(MUST | ALIAS, __VA_ARGS__)

#define P_SIZES int M, int N, int K
#define A_SIZES p->m, p->n, p->k

#define ALL(NAME, OA, OB, OC)                                                  \
  NESTS(NAME, RRR, (P_SIZES, T **A, T **B, T **C),                             \
        (A_SIZES, ROWS_A(OA), ROWS_B(OB), ROWS_C(OC)), C[i][j], A[i][k],       \
        B[k][j])
ALL(ascending, ASCENDING, ASCENDING, ASCENDING)
ALL(descending, DESCENDING, ASCENDING, DESCENDING)
ALL(shuffled, SHUFFLED, SHUFFLED, SHUFFLED)
ALL(shared, TWICE, TWICE, SHUFFLED)

FORM(zeroed, RRR, ALIAS, (P_SIZES, T **A, T **B, T **C),
     (A_SIZES, ROWS_A(ASCENDING), ROWS_B(SHUFFLED), ROWS_C(DESCENDING))) {
  ZEROED(C[i][j], A[i][k], B[k][j])
}

NESTS(only_a, RRR, (P_SIZES, T **A, T *B, int ldb, T *C, int ldc),
      (A_SIZES, ROWS_A(SHUFFLED), p->B, p->ldb, p->C, p->ldc), FLAT_C, A[i][k],
      FLAT_B)
NESTS(only_b, RRR, (P_SIZES, T *A, int lda, T **B, T *C, int ldc),
      (A_SIZES, p->A, p->lda, ROWS_B(DESCENDING), p->C, p->ldc), FLAT_C, FLAT_A,
      B[k][j])
NESTS(only_c, RRR, (P_SIZES, T *A, int lda, T *B, int ldb, T **C),
      (A_SIZES, p->A, p->lda, p->B, p->ldb, ROWS_C(SHUFFLED)), C[i][j], FLAT_A,
      FLAT_B)
NESTS_WITH(MUST, restrict_c, RRR,
      (P_SIZES, T **A, T **B, T *restrict C, int ldc),
      (A_SIZES, ROWS_A(ASCENDING), ROWS_B(SHUFFLED), p->C, p->ldc), FLAT_C,
      A[i][k], B[k][j])

/// Tables of columns: a matrix that is stored by columns, or transposed.
NESTS(columns, LLL, (P_SIZES, T **A, T **B, T **C),
      (A_SIZES, rows(0, p->A, p->k, p->lda, SHUFFLED),
       rows(1, p->B, p->n, p->ldb, DESCENDING),
       rows(2, p->C, p->n, p->ldc, SHUFFLED)),
      C[j][i], A[k][i], B[j][k])

/// Two rows of C are one: each step sees the sums of the other.
NESTS_WITH(MUST | ALIAS | SMALL, twice, RRR,
      (P_SIZES, T **A, T **B, T **C),
      (A_SIZES, ROWS_A(ASCENDING), ROWS_B(ASCENDING), ROWS_C(TWICE)), C[i][j],
      A[i][k], B[k][j])

/// Sub-matrix, downwards, with a bump pointer over the table.
FORM(offset, RRR, MUST | OFFSET | ALIAS,
     (P_SIZES, int i0, int j0, int k0, T **A, T **B, T **C),
     (A_SIZES, p->i0, p->j0, p->k0,
      rows(0, p->A, p->m + p->i0, p->lda, ASCENDING),
      rows(1, p->B, p->k + p->k0, p->ldb, ASCENDING),
      rows(2, p->C, p->m + p->i0, p->ldc, ASCENDING))) {
  for (int i = M + i0 - 1; i >= i0; i--)
    for (int j = N + j0 - 1; j >= j0; j--)
      for (int k = K + k0 - 1; k >= k0; k--)
        C[i][j] += A[i][k] * B[k][j];
}
FORM(bumped, RRR, MUST | ALIAS, (P_SIZES, T **A, T **B, T **C),
     (A_SIZES, ROWS_A(ASCENDING), ROWS_B(SHUFFLED), ROWS_C(DESCENDING))) {
  for (T **c = C; c != C + M; ++c, ++A)
    UP(int, j, N) {
      T s = 0;
      T **b = B;
      for (const T *a = *A; a != *A + K; ++a)
        s += *a * (*b++)[j];
      (*c)[j] = s;
    }
}

/// Final values that are read through a table of the same rows: not told apart.
FORM(residual, RRR, MUST | ALIAS | SMALL, (P_SIZES, T **A, T **B, T **C, T **D),
     (A_SIZES, ROWS_A(SHUFFLED), ROWS_B(ASCENDING), ROWS_C(ASCENDING),
      rows(3, p->C, p->m, p->ldc, ASCENDING))) {
  UP(int, i, M) UP(int, j, N) {
    T s = C[i][j];
    UP(int, k, K) s += A[i][k] * B[k][j];
    C[i][j] = s + D[i][j];
  }
}

//===----------------------------------------------------------------------===//
// Row pointers in structs
//===----------------------------------------------------------------------===//

/// What std::vector<std::vector<T>> looks like.
struct vector {
  T *begin, *end, *capacity;
};
struct matrix {
  struct vector *begin, *end, *capacity;
};

static struct matrix vectors(int slot, void *base, long count, long columns,
                             long ld, enum order o) {
  struct vector *v = at_page_end(slot, count * sizeof *v);
  for (long i = 0; i < count; ++i) {
    v[i].begin = (T *)base + entry(o, i, count) * ld;
    v[i].end = v[i].capacity = v[i].begin + columns;
  }
  return (struct matrix){v, v + count, v + count};
}

#define V(X, R, C) X->begin[R].begin[C]
NESTS(vectors, RRR,
      (P_SIZES, struct matrix *A, struct matrix *B, struct matrix *C),
      (A_SIZES, &(struct matrix[]){vectors(0, p->A, p->m, p->k, p->lda,
                                           SHUFFLED)}[0],
       &(struct matrix[]){vectors(1, p->B, p->k, p->n, p->ldb, ASCENDING)}[0],
       &(struct matrix[]){vectors(2, p->C, p->m, p->n, p->ldc, DESCENDING)}[0]),
      V(C, i, j), V(A, i, k), V(B, k, j))

/// A table of pointers to structs that hold the row.
struct row {
  long length;
  T *data;
};
static struct row **deep(int slot, T **table, long count) {
  struct row *all = at_page_end(slot, count * sizeof *all);
  struct row **list = at_page_end(slot + 1, count * sizeof *list);
  for (long i = 0; i < count; ++i) {
    all[i] = (struct row){count, table[i]};
    list[i] = &all[i];
  }
  return list;
}
NESTS(deep, RRR, (P_SIZES, struct row **A, T **B, struct row **C),
      (A_SIZES, deep(3, ROWS_A(SHUFFLED), p->m), ROWS_B(DESCENDING),
       deep(5, ROWS_C(ASCENDING), p->m)),
      C[i]->data[j], A[i]->data[k], B[k][j])

/// Rows that lie beside one another in one pool, as an allocator leaves them:
/// A, C and B in turn, or, with the table itself in the pool, C before it.
struct pooled {
  T *c;
  T a[128], out[128], b[128];
};
__attribute__((noinline)) void NAMED(pool_impl)(P_SIZES, struct pooled *R,
                                                T **A, T **B) {
  IKJ(R[i].c[j], A[i][k], B[k][j])
}
FORM(pool, RRR, MUST, (const struct problem *p), (p)) {
  static struct pooled pool[128];
  static T *a[128], *b[128];
  long m = p->m, n = p->n, k = p->k;
  UP(int, i, 128) {
    pool[i].c = pool[(i + 5) % 128].out;
    a[i] = pool[i].a;
    b[i] = pool[127 - i].b;
  }
  if (m > 128 || n > 128 || k > 128)
    return;
  UP(int, i, m) memcpy(a[i], (T *)p->A + i * p->lda, k * sizeof(T));
  UP(int, i, m) memcpy(pool[i].c, (T *)p->C + i * p->ldc, n * sizeof(T));
  UP(int, i, k) memcpy(b[i], (T *)p->B + i * p->ldb, n * sizeof(T));
  NAMED(pool_impl)(m, n, k, pool, a, b);
  UP(int, i, m) memcpy((T *)p->C + i * p->ldc, pool[i].c, n * sizeof(T));
}

#ifdef TABLE_MAY_CHANGE
/// Row i of C begins where the pointer to row i-1 was, which is then lost.
__attribute__((noinline)) void NAMED(eats_table_impl)(P_SIZES, struct pooled *R,
                                                      T **A, T **B) {
  SCALAR(R[i].c[j], A[i][k], B[k][j])
}
FORM(eats_table, RRR, MUST, (const struct problem *p), (p)) {
  static struct pooled pool[129];
  T **a = ROWS_A(ASCENDING), **b = ROWS_B(ASCENDING);
  long m = p->m, n = p->n;
  if (m > 128 || n > 128)
    return;
  UP(int, i, m) pool[i + 1].c = (T *)&pool[i];
  NAMED(eats_table_impl)(m, n, p->k, pool + 1, a, b);
  UP(int, i, m) memcpy((T *)p->C + i * p->ldc, &pool[i], n * sizeof(T));
}
#endif

//===----------------------------------------------------------------------===//
// Arrays of pointers
//===----------------------------------------------------------------------===//

FORM(local_arrays, RRR, MUST, (P_SIZES, T *A_, int lda, T *B_, int ldb, T *C_,
     int ldc), (A_SIZES, p->A, p->lda, p->B, p->ldb, p->C, p->ldc)) {
  T *A[1024], *B[1024], *C[1024];
  if (M > 1024 || K > 1024)
    return;
  UP(int, i, M) A[i] = A_ + i * (long)lda;
  UP(int, i, K) B[i] = B_ + i * (long)ldb;
  UP(int, i, M) C[i] = C_ + i * (long)ldc;
  MEM(C[i][j], A[i][k], B[k][j])
}

/// Constant sizes, too small for packing.
FORM(constant, RRR, SMALL, (T **A, T **B, T **C),
     (ROWS_A(SHUFFLED), ROWS_B(ASCENDING), ROWS_C(SHUFFLED)), 12, 12, 12) {
  enum { M = 12, N = 12, K = 12 };
  MEM(C[i][j], A[i][k], B[k][j])
}

//===----------------------------------------------------------------------===//
// Gathered and scattered rows
//===----------------------------------------------------------------------===//

#define FLAT                                                                   \
  P_SIZES, T *A, int lda, T *B, int ldb, T *C, int ldc
#define FLAT_ARGS A_SIZES, p->A, p->lda, p->B, p->ldb, p->C, p->ldc
#define GATHER(I, MORE)                                                        \
  FORM(gather_a_##I, RRR, MUST | ALIAS | MORE, (FLAT, I *idx),                 \
       (FLAT_ARGS, indices_##I(0, p->m, SHUFFLED))) {                          \
    IKJ(FLAT_C, A[idx[i] * lda + k], FLAT_B)                                   \
  }                                                                            \
  FORM(gather_b_##I, RRR, MUST | ALIAS | MORE, (FLAT, I *idx),                 \
       (FLAT_ARGS, indices_##I(0, p->k, SHUFFLED))) {                          \
    SCALAR(FLAT_C, FLAT_A, B[idx[k] * ldb + j])                                \
  }
GATHER(int, 0)
GATHER(long, 0)
GATHER(short, 0)
GATHER(ushort, 0)
GATHER(unsigned, UNSIGNED)

/// A ring of 256 elements. The index wraps around in rows that start late.
#define RING(NAME, FLAGS, FIRST)                                               \
  __attribute__((noinline)) void NAMED(ring_##NAME##_impl)(                    \
      P_SIZES, const T *ring, const int *idx, const T *B, int ldb,             \
      T *restrict C, int ldc) {                                                \
    SCALAR(FLAT_C, ring[(unsigned char)(idx[i] + k)], FLAT_B)                  \
  }                                                                            \
  FORM(ring_##NAME, RRR, FLAGS, (const struct problem *p), (p)) {              \
    static T ring[256];                                                        \
    int *idx = indices_int(0, p->m, SHUFFLED);                                 \
    UP(int, i, 256) ring[i] = (T)(1.0 / (i + 1));                              \
    UP(int, i, p->m) idx[i] += FIRST;                                          \
    NAMED(ring_##NAME##_impl)                                                  \
    (p->m, p->n, p->k, ring, idx, p->B, p->ldb, p->C, p->ldc);                 \
  }
RING(early, MUST, 0)
RING(late, MUST | SMALL, 250)

NESTS(scatter, RRR,
      (FLAT, int *idx),
      (FLAT_ARGS, indices_int(0, p->m, SHUFFLED)),
      C[idx[i] * ldc + j], FLAT_A, FLAT_B)
NESTS_WITH(MUST | ALIAS | SMALL, scatter_twice, RRR,
      (FLAT, int *idx),
      (FLAT_ARGS, indices_int(0, p->m, TWICE)),
      C[idx[i] * ldc + j], FLAT_A, FLAT_B)
/// Elements of a column-major matrix: rows lie between one another.
NESTS(scatter_columns, RRL,
      (FLAT, int *idx),
      (FLAT_ARGS, indices_int(0, p->m, SHUFFLED)),
      C[idx[i] + j * ldc], FLAT_A, FLAT_B)
NESTS(everything, RRR,
      (P_SIZES, T **A, T *B, int ldb, T **C, int *of_a, long *of_b, short *of_c,
       int *col_a),
      (A_SIZES, ROWS_A(SHUFFLED), p->B, p->ldb, ROWS_C(ASCENDING),
       indices_int(3, p->m, TWICE), indices_long(4, p->k, DESCENDING),
       indices_short(5, p->m, SHUFFLED), indices_int(6, p->k, SHUFFLED)),
      C[of_c[i]][j], A[of_a[i]][col_a[k]], B[of_b[k] * ldb + j])
