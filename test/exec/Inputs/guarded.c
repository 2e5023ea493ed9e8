/* Nests whose guards guards-driver.c makes fail, one condition at a time.
 * Compiled twice: -DV=plain and, with the plugin, -DV=gemmify. */

#include "guarded.h"

#define IJK for (long i = 0; i < M; ++i) for (long j = 0; j < N; ++j) for (long k = 0; k < K; ++k)
#define I for (long i = 0; i < M; ++i)
#define J for (long j = 0; j < N; ++j)
#define L for (long k = 0; k < K; ++k)
#define STEP_PACKED C[i * N + j] += A[i * K + k] * B[k * N + j];
#define STEP C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];

static void flat(long M, long N, long K, const float *A, long lda,
                 const float *B, long ldb, float *C, long ldc) {
  IJK STEP
}

static void apart(long M, long N, long K, const float *restrict A, long lda,
                  const float *restrict B, long ldb, float *restrict C,
                  long ldc) {
  IJK STEP
}

static void zeroed(long M, long N, long K, const float *restrict A, long lda,
                   const float *restrict B, long ldb, float *restrict C,
                   long ldc) {
  I J {
    float s = 0;
    L s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = s;
  }
}

static void strided(long M, long N, long K, const float *restrict A,
                    const float *restrict B, float *restrict C, long rsC,
                    long csC) {
  IJK C[i * rsC + j * csC] += A[i * K + k] * B[k * N + j];
}

/* At least once: zero means 2^64 times. */
static void repeated_rows(long M, long N, long K, const float *restrict A,
                          const float *restrict B, float *restrict C) {
  long i = 0;
  do {
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
  } while (++i != M);
}

static void repeated_sums(long M, long N, long K, const float *restrict A,
                          const float *restrict B, float *restrict C) {
  I J {
    float s = 0;
    long k = 0;
    do
      s += A[i * K + k] * B[k * N + j];
    while (++k != K);
    C[i * N + j] = s;
  }
}

static void conditional(long x, long M, long N, long K, const float *restrict A,
                        const float *restrict B, float *restrict C) {
  I J if (x > 5) L STEP_PACKED
}

static void divided_condition(long x, long d, long M, long N, long K,
                              const float *restrict A, const float *restrict B,
                              float *restrict C) {
  I J if (x / d > 5) L STEP_PACKED
}

/* Up to and including a bound, in steps. */
static void inclusive(unsigned long M, long N, long K,
                      const float *restrict A, const float *restrict B,
                      float *restrict C) {
  for (unsigned long i = 0; i <= M; ++i)
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void met(unsigned long M, long s, long N, long K,
                const float *restrict A, const float *restrict B,
                float *restrict C) {
  for (unsigned long i = 0; i != M; i += s)
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void stepped(long M, long s, long N, long K, const float *restrict A,
                    const float *restrict B, float *restrict C) {
  for (long i = 0; i < M; i += s)
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void divided(int M, int d, long N, long K, const float *restrict A,
                    const float *restrict B, float *restrict C) {
  for (int i = 0; i < M; ++i)
    J for (int k = 0; k < K / d; ++k) C[i * N + j] +=
        A[i * K + k] * B[k * N + j];
}

static void wrapping(unsigned M, unsigned N, unsigned K,
                     const float *restrict A, const float *restrict B,
                     float *restrict C, unsigned c, unsigned ldc) {
  for (unsigned i = 0; i < M; ++i)
    for (unsigned j = 0; j < N; ++j)
      for (unsigned k = 0; k < K; ++k)
        C[c + i * ldc + j] += A[i * 64ul + k] * B[k * 64ul + j];
}

static void wrapping_below(unsigned M, unsigned N, unsigned K,
                           const float *restrict A, const float *restrict B,
                           float *restrict C, unsigned c, unsigned ldc) {
  for (unsigned i = 0; i < M; ++i)
    for (unsigned j = 0; j < N; ++j)
      for (unsigned k = 0; k < K; ++k)
        C[c - i * ldc + j] += A[i * 64ul + k] * B[k * 64ul + j];
}

/* An index that is counted in bytes. */
static void shifted(long M, long N, long K, const float *restrict A,
                    const float *restrict B, float *restrict C, long bytes) {
  IJK C[(i * bytes >> 2) + j] += A[i * K + k] * B[k * N + j];
}

static long least(long x, long y) { return x < y ? x : y; }

/* Tiles of 16, and some that have rows twice. */
static void tiled(long M, long N, long K, const float *restrict A,
                  const float *restrict B, float *restrict C) {
  for (long ii = 0; ii < M; ii += 16)
    for (long i = ii; i < least(ii + 16, M); ++i)
      J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void long_tiles(long M, long N, long K, const float *restrict A,
                  const float *restrict B, float *restrict C) {
  for (long ii = 0; ii < M; ii += 16)
    for (long i = ii; i < least(ii + 20, M); ++i)
      J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void blocks(long Tiles, long Size, long N, long K,
                   const float *restrict A, const float *restrict B,
                   float *restrict C) {
  for (long t = 0; t < Tiles; ++t)
    for (long i = 0; i < Size; ++i)
      J L C[(t * Size + i) * N + j] += A[(t * Size + i) * K + k] * B[k * N + j];
}

/* What a descriptor says, loaded in the nest. */
static void described(struct matrix *A, struct matrix *B, struct matrix *C) {
  for (long i = 0; i < C->rows; ++i)
    for (long j = 0; j < C->columns; ++j)
      for (long k = 0; k < A->columns; ++k)
        C->data[i * C->ld + j] += A->data[i * A->ld + k] * B->data[k * B->ld + j];
}

/* Tables of rows. */
static void rows(long M, long N, long K, float **A, float **B, float **C) {
  IJK C[i][j] += A[i][k] * B[k][j];
}

/* How many there are may be among what is written. */
static void counted_rows(const int *M, long N, long K, const float *A,
                         const float *B, float **C) {
  for (int i = 0; i < *M; ++i)
    J {
      float s = 0;
      L s += A[i * K + k] * B[k * N + j];
      C[i][j] = s;
    }
}

/* Rows that say themselves how long they are. */
static void long_rows(long M, long N, const struct row *A, const float *B,
                      float *C) {
  I J {
    float s = 0;
    for (long k = 0; k < A[i].length; ++k)
      s += A[i].data[k] * B[k * N + j];
    C[i * N + j] = s;
  }
}

static void rows_by(long M, long N, long K, float **A, float **B, float **C,
                    long s) {
  IJK C[i][j * s] += A[i][k] * B[k][j];
}

static void scattered(long M, long N, long K, const float *restrict A,
                      const float *restrict B, float *restrict C,
                      const int *at, int ld) {
  IJK C[at[i] * ld + j] += A[i * K + k] * B[k * N + j];
}

static void gathered(long M, long N, long K, const float *A, const int *at,
                     unsigned ld, const float *restrict B, float *C) {
  I J for (unsigned k = 0; k < K; ++k) C[i * N + j] +=
      A[at[i] * ld + k] * B[k * N + j];
}

static void gathered_below(long M, long N, long K, const float *A,
                           const int *at, unsigned ld, const float *restrict B,
                           float *C) {
  I J for (unsigned k = 0; k < K; ++k) C[i * N + j] +=
      A[at[i] * ld - k] * B[k * N + j];
}

/* Products among other statements. */
static void behind(long M, long N, long K, float *A, float *B, float *C,
                   float *D, long ldd) {
  I {
    J {
      float s = 0;
      L s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
    J D[i * ldd + j] = D[i * ldd + j] * 0.5f + 1;
  }
}

static void behind_wrapping(unsigned M, unsigned N, long K,
                            const float *restrict A, const float *restrict B,
                            float *C, float *D, unsigned d, unsigned ldd) {
  for (unsigned i = 0; i < M; ++i) {
    for (unsigned j = 0; j < N; ++j) {
      float s = 0;
      L s += A[i * K + k] * B[k * N + j];
      C[i * 64l + j] = s;
    }
    for (unsigned j = 0; j < N; ++j)
      D[d + i * ldd + j] += 1;
  }
}

/* Accesses that begin at one place and go on in several ways. */
static void several(long M, long N, long K, const float *restrict A,
                    const float *restrict B, float *C, float *D, long ldd,
                    long lde, long P, float *E) {
  I {
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
    J D[i * ldd + j] += 1;
    for (long p = 0; p < P; ++p)
      D[i * lde + p] *= 2;
    J E[i * ldd + j] += 3;
  }
}

static void ahead(long M, long N, long K, float *restrict A, float *restrict B,
                  float *C, float *D, long ldd) {
  I {
    J D[i * ldd + j] += 1;
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
  }
}

static void around(long M, long N, long K, float *restrict A,
                   float *restrict B, float *C, float *D, float *restrict E) {
  I {
    J E[i * N + j] = D[i * N + j];
    J L C[i * N + j] += A[i * K + k] * B[k * N + j];
    J D[i * N + j] += 1;
  }
}

/* All rows of the product are at one place, and P elements are copied. */
static void through_row(long M, long N, long K, const float *restrict A,
                        const float *restrict B, float *restrict C,
                        float *restrict D, long from, long P) {
  I {
    J {
      float s = 0;
      L s += A[i * K + k] * B[k * N + j];
      C[j] = s;
    }
    for (long p = 0; p < P; ++p)
      D[i * N + p] = C[from + p];
  }
}

/* What is added at the end may be part of the result. */
static void biased(long M, long N, long K, const float *restrict A,
                   const float *restrict B, float *C, const float *D) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s + D[j];
  }
}

static void beside(long M, long N, long K, float *restrict A,
                   float *restrict B, float *C, long rs, long cs, float *D,
                   long rd, long cd) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * rs + j * cs] = s;
    D[i * rd + j * cd] += 1;
  }
}

/* A convolution whose filter ends where the image does. */
static long most(long a, long b) { return a > b ? a : b; }
static void filtered(long M, long n, long stride, long pad,
                     const float *restrict A, const float *restrict B,
                     float *restrict C) {
  I for (long y = 0; y < n; ++y) for (long x = 0; x < n; ++x) {
    float s = 0;
    for (long c = 0; c < 4; ++c)
      for (long u = most(0, pad - y * stride);
           u < least(3, n + pad - y * stride); ++u)
        for (long v = most(0, pad - x * stride);
             v < least(3, n + pad - x * stride); ++v)
          s += A[(c * n + y * stride - pad + u) * n + x * stride - pad + v] *
               B[((i * 4 + c) * 3 + u) * 3 + v];
    C[(i * n + y) * n + x] = s;
  }
}

/* A triangle whose rows are tested by something else than their length. */
static void tested_rows(long M, long t, long o, const float *restrict A,
                        const float *restrict B, float *restrict C) {
  I if (i + t > 0) {
    long j = 0;
    do {
      for (long k = 0; k < 5; ++k)
        C[i * 64 + j] += A[i * 64 + k] * B[j * 64 + k];
    } while (++j < i + o);
  }
}

/* One whose rows are not tested, so that each has an element. */
static void entered_rows(long M, long o, const float *restrict A,
                         const float *restrict B, float *restrict C) {
  I {
    long j = 0;
    do {
      for (long k = 0; k < 5; ++k)
        C[i * 64 + j] += A[i * 64 + k] * B[j * 64 + k];
    } while (++j < i + o);
  }
}
static void shorter_rows(long M, long o, const float *restrict A,
                         const float *restrict B, float *restrict C) {
  I {
    long j = 0;
    do {
      for (long k = 0; k < 5; ++k)
        C[i * 64 + j] += A[i * 64 + k] * B[j * 64 + k];
    } while (++j < o - i);
  }
}

/* A row ends where a number is met. */
static void met_rows(long M, long o, const float *restrict A,
                     const float *restrict B, float *restrict C) {
  I for (long j = 0; j != i + o; ++j) for (long k = 0; k < 5; ++k)
      C[i * 64 + j] += A[i * 64 + k] * B[j * 64 + k];
}

/* The length of a row may wrap. */
static void wrapping_rows(unsigned M, unsigned o, const float *restrict A,
                          const float *restrict B, float *restrict C) {
  for (unsigned i = 0; i < M; ++i)
    for (unsigned j = 0; j < i + o; ++j)
      for (long k = 0; k < 5; ++k)
        C[i * 64l + j] += A[i * 64l + k] * B[j * 64l + k];
}

const struct nests CAT(V, _nests) = {
    flat,    apart,    zeroed,         strided, repeated_rows, repeated_sums, conditional,
    divided_condition, inclusive,
    met,     stepped,  divided,        wrapping, wrapping_below, shifted, tiled, long_tiles,
    blocks,  described, rows, counted_rows, long_rows, rows_by, scattered, gathered,
    gathered_below,
    behind, behind_wrapping, several, ahead, around, through_row, biased, beside, filtered,
    tested_rows, entered_rows, shorter_rows, met_rows, wrapping_rows};
