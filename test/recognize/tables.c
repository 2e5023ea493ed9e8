//===- tables.c - Rows and elements beside those that can be looked up ----===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

typedef unsigned u;
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C
#define SUM(X)                                                                 \
  I J {                                                                        \
    float s = 0;                                                               \
    L s += X;                                                                  \
    C[i * N + j] = s;                                                          \
  }
#define B_ B[k * N + j]

// The number of an element is a product of indices.
// CHECK-LABEL: GEMM nests of 'of_a_product':
// CHECK-NEXT: no nest at {{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void of_a_product(ARGS) { SUM(A[(unsigned char)(i * k)] * B_) }

// Of a convolution, the row moves with an index of C and one of the sum: what is
// behind tables is copied.
// CHECK-LABEL: GEMM nests of 'of_two_indices':
// CHECK-NEXT: GEMM nest at %{{.*}}.tables: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
void of_two_indices(ARGS, float ***X, long taps) {
  for (long o = 0; o < M; o++)
    I J {
      float s = 0;
      L for (long u = 0; u < taps; u++)
        for (long v = 0; v < taps; v++)
          s += X[k][i + u][j + v] * A[((o * K + k) * taps + u) * taps + v];
      C[(o * M + i) * N + j] = s;
    }
}

// i is in the row and beside it.
// CHECK-LABEL: GEMM nests of 'plus_itself':
// CHECK: P: float at %A + lookup
// CHECK-NOT: must not wrap
void plus_itself(ARGS, const u *a) { SUM(A[(u)(a[i] + (u)i + (u)k)] * B_) }

// Does not wrap only as a whole, for all three indices.
// CHECK-LABEL: GEMM nests of 'cancels':
// CHECK-NEXT: no nest at {{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void cancels(ARGS, const u *a) {
  SUM(A[(long)(u)(a[i * K + k] + (u)j) - j] * B_)
}

// Each is a condition of its own.
// CHECK-LABEL: GEMM nests of 'two_rows':
// CHECK: must not wrap (unsigned): %[[A:[0-9]+]] of i32 + i*(0) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned): %[[B:[0-9]+]] of i32 + i*(0) + j*(0) + k*(1)
void two_rows(ARGS, const u *a, const u *b) {
  SUM(A[(u)(a[i] + (u)k)] * A[(u)(b[i] + (u)k)] * B_)
}

// CHECK-LABEL: GEMM nests of 'two_strides':
// CHECK: must not wrap (unsigned): %[[A:[0-9]+]] of i32 + i*(0) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned): %[[A]] of i32 + i*(0) + j*(0) + k*(2)
void two_strides(ARGS, const u *a) {
  SUM(A[(u)(a[i] + (u)k)] * A[(u)(a[i] + 2 * (u)k)] * B_)
}

// CHECK-LABEL: GEMM nests of 'two_signs':
// CHECK: must not wrap (unsigned): %[[A:[0-9]+]] of i32 + i*(0) + j*(0) + k*(1)
// CHECK: must not wrap (signed): %[[A]] of i32 + i*(0) + j*(0) + k*(1)
void two_signs(ARGS, const u *a) {
  SUM(A[(u)(a[i] + (u)k)] * A[(int)(a[i] + (u)k)] * B_)
}

// Elements of A are no row pointers: C may overwrite none of the latter.
// CHECK-LABEL: GEMM nests of 'rows_by_rows':
// CHECK-NOT: kept
// CHECK: C must be apart from float at 0 + row(i) + k*(4)
struct row {
  long length;
  float *elements;
};
void rows_by_rows(long M, long N, long K, struct row **A, const float *B,
                  float *C) {
  SUM(A[i]->elements[k] * B_)
}

// Rows for i and k together would be as many as elements, which are copied.
// CHECK-LABEL: GEMM nests of 'elements_by_pointers':
// CHECK-NEXT: GEMM nest at %{{.*}}.tables: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
void elements_by_pointers(long M, long N, long K, float *const *restrict A,
                          const float *restrict B, float *restrict C) {
  SUM(*A[i * K + k] * B_)
}

// C is not looked up element by element.
// CHECK-LABEL: GEMM nests of 'scattered':
// CHECK-NEXT: no nest at {{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void scattered(ARGS, const int *idx) {
  I L J C[idx[i * N + j]] += A[i * K + k] * B_;
}

// In tiles, both loops that count an index move an address as one does; a
// product of one tile is found otherwise.
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define TILES for (long t = 0; t < K; t += 8)
#define IN_TILE for (long k = t; k < MIN(t + 8, K); k++)

// CHECK-LABEL: GEMM nests of 'tiled':
// CHECK-NEXT: GEMM nest at
// CHECK: k in {{.*}} tiles of 8
void tiled(ARGS) { TILES I J IN_TILE C[i * N + j] += A[i * K + k] * B_; }

// CHECK-LABEL: GEMM nests of 'tile_in_row':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: tiles of
void tile_in_row(ARGS, const u *restrict a) {
  TILES I J IN_TILE C[i * N + j] += A[(long)(u)(a[i] + (u)t) + k] * B_;
}

// CHECK-LABEL: GEMM nests of 'computed_row':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: tiles of
void computed_row(ARGS) {
  TILES I J IN_TILE C[i * N + j] += A[i * K + k] * B[(k / 3u) * N + j];
}

// CHECK-LABEL: GEMM nests of 'panels':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: tiles of
void panels(long M, long N, long K, float *const *restrict A,
            const float *restrict B, float *restrict C) {
  TILES I J IN_TILE C[i * N + j] += A[t][i * 8 + k] * B_;
}

// CHECK-LABEL: GEMM nests of 'gathered_panels':
// CHECK-NEXT: GEMM nest at
// CHECK-NOT: tiles of
void gathered_panels(ARGS, const long *restrict a) {
  TILES I J IN_TILE C[i * N + j] += A[a[i * K + t] + k] * B_;
}

// Here only i is tiled, and only k is counted.
#define TILED_I                                                                \
  for (long t = 0; t < M; t += 8)                                              \
    for (long i = t; i < MIN(t + 8, M); i++)

// CHECK-LABEL: GEMM nests of 'tiled_lookup':
// CHECK-NEXT: GEMM nest at
// CHECK: i in {{.*}} tiles of 8
void tiled_lookup(long M, long N, long K, const unsigned char *restrict A,
                  const float *restrict table, const float *restrict B,
                  float *restrict C) {
  TILED_I J L C[i * N + j] += table[(A[i * K + k] + k) & 255] * B_;
}

// What counts the nests themselves is a number like others.
// CHECK-LABEL: GEMM nests of 'batch_of_rows':
// CHECK-NEXT: GEMM nest at
// CHECK: P: float at %A + row(i)
// CHECK: i in {{.*}} tiles of 8
void batch_of_rows(ARGS, long batches, const int *restrict a) {
  for (long b = 0; b < batches; b++)
    TILED_I J L C[i * N + j] += A[a[i] * b + k] * B[k * N + j + b];
}

// CHECK-LABEL: GEMM nests of 'batch_of_lookups':
// CHECK-NEXT: GEMM nest at
// CHECK: P: float at %A + lookup
// CHECK: i in {{.*}} tiles of 8
void batch_of_lookups(ARGS, long batches, const unsigned char *restrict a) {
  for (long b = 0; b < batches; b++)
    TILED_I J L C[i * N + j] += A[a[i * K + k] * b] * B[k * N + j + b];
}

// A shift must lose nothing, which is known before the nest of what counts only.
// CHECK-LABEL: GEMM nests of 'shifted':
// CHECK: P: float at %A + i*(%ld) + k*(4)
// CHECK: must not wrap (signed i64): 0 + i*(%ld) + j*(0) + k*(0), 2 low bits zero
void shifted(ARGS, long ld) { SUM(A[((i * ld) >> 2) + k] * B_) }

// CHECK-LABEL: GEMM nests of 'shifted_further':
// CHECK-NEXT: no nest at {{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void shifted_further(ARGS, long ld) { SUM(A[((i * ld) >> 3) + k] * B_) }

// CHECK-LABEL: GEMM nests of 'shifted_rows':
// CHECK-NEXT: no nest at {{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void shifted_rows(ARGS, const long *a) { SUM(A[(a[i] >> 2) + k] * B_) }

// What has lost its high bits, and what it is a part of.
// CHECK-LABEL: GEMM nests of 'thirty_bits':
// CHECK: P: float at %A + row(i) + k*(4), row(i) = (4 * (zext i30 (trunc i64 %[[A:[0-9]+]] to i30) to i64))
void thirty_bits(ARGS, const unsigned long *a) {
  SUM(A[(a[i] & 0x3fffffff) + k] * B_)
}

// CHECK-LABEL: GEMM nests of 'thirty_bits_of_sum':
// CHECK: must not wrap (unsigned): (4 * (trunc i64 %[[A:[0-9]+]] to i32)) of i32 + i*(0) + j*(0) + k*(4)
void thirty_bits_of_sum(ARGS, const unsigned long *a) {
  SUM(A[(a[i] + k) & 0x3fffffff] * B_)
}

// CHECK-LABEL: GEMM nests of 'as_far_as_addresses':
// CHECK: P: float at %A + i*((4 * %ld)) + k*(4)
// CHECK-NOT: must not wrap
void as_far_as_addresses(ARGS, unsigned long ld) {
  SUM(A[(i * ld & 0x3fffffffffffffff) + k] * B_)
}

// CHECK-LABEL: GEMM nests of 'fewer_bits':
// CHECK: P: float at %A + i*((4 * (zext i29 (trunc i32 %ld to i29) to i64))
// CHECK: must not wrap (unsigned i29)
void fewer_bits(ARGS, u ld) {
  SUM(A[((u)i * ld + (u)k) & 0x1fffffff] * B_)
}

// Few bits are meant to wrap around.
// CHECK-LABEL: GEMM nests of 'six_bits':
// CHECK: P: float at %A + i*((4 * %K)) + row(k), row(k) = (4 * (zext i6
// CHECK-NOT: must not wrap
void six_bits(ARGS) { SUM(A[i * K + (k & 63)] * B_) }

// CHECK-LABEL: GEMM nests of 'odd_bits':
// CHECK-NEXT: GEMM nest at
// CHECK: P: float at %A + row(i) + k*(4), row(i) = (67108864 * (zext i24
typedef unsigned _BitInt(48) u48;
void odd_bits(ARGS, u48 ld) {
  SUM(A[(long)(((u48)i * ld & ~(u48)255) * 65536) + k] * B_)
}
