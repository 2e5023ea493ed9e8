// Nests that differ from others in one number, sign, type or place.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-strict-aliasing -fno-finite-loops \
// RUN:   -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// Pointers have 64 bits.
// RUN: %clang --target=i386-linux-gnu -O1 -fno-unroll-loops -fno-vectorize -DNARROW -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]
#define SIZES long M, long N, long K
#define TILES(KT) for (long kk = 0; kk < K; kk += KT)
typedef const double *restrict in;
#define WHILE(COND) I if (COND) { long j = 0; do { float s = 0; L s += A_ * B_; C_ = s; } while (++j < N); }

#ifdef NARROW
// NARROW: no nest at
void narrow(SIZES, const float *restrict A, const float *restrict B, float *restrict C) {
  I J { float s = 0; L s += A_ * B_; C_ = s; }
}
#else

/// The next tile goes on from C only when C and the sum are added up as they are.
// CHECK-LABEL: GEMM nests of 'tile_twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, any order
void tile_twice(SIZES, const int *restrict A, const int *restrict B, int *restrict C) {
  TILES(16) I J { int s = 0; for (long k = kk; k < (kk + 16 < K ? kk + 16 : K); k++) s += A_ * B_; C_ += 2 * s; }
}
// CHECK-LABEL: GEMM nests of 'tile_twice_c':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, any order
void tile_twice_c(SIZES, const int *restrict A, const int *restrict B, int *restrict C) {
  TILES(16) I J { int s = 0; for (long k = kk; k < (kk + 16 < K ? kk + 16 : K); k++) s += A_ * B_; C_ = 2 * C_ + s; }
}

/// Numbers and indices of unusual width.
// CHECK-LABEL: GEMM nests of 'wide_number':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void wide_number(SIZES, const float *restrict A, const float *restrict B, float *restrict C) {
  __int128 t = 5;
  I { J { float s = 0; L s += A_ * B_; C_ = s + (float)t; } t += (__int128)3 << 70; }
}
// CHECK-LABEL: GEMM nests of 'bits':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A gathered, B row-major, C row-major, in source order, fused
void bits(SIZES, const float *restrict A, const float *restrict B, float *restrict C) {
  I J { float s = 0; L s += A[i * K + (k & 31)] * B_; C_ = s; }
}
// CHECK-LABEL: GEMM nests of 'bits_i':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A gathered, B row-major, C row-major, in source order, fused
void bits_i(SIZES, const float *restrict A, const float *restrict B, float *restrict C) {
  I J { float s = 0; L s += A[(i & 31) * K + k] * B_; C_ = s; }
}

/// Arithmetic that must not wrap, different in one thing.
// CHECK-LABEL: GEMM nests of 'starts_same':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B column-major, C row-major, any order
// CHECK: must not wrap (unsigned i32): 0 + i*(64) + j*(1) + k*(0)
// CHECK: must not wrap (unsigned i32): %y + i*(64) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned i32): %x + i*(64) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned i32): 0 + i*(0) + j*(64) + k*(1)
void starts_same(unsigned M, unsigned N, unsigned K, const int *restrict A, const int *restrict B, int *restrict C, unsigned x, unsigned y) {
  for (unsigned i = 0; i < M; i++) for (unsigned j = 0; j < N; j++) { int s = 0; for (unsigned k = 0; k < K; k++) s += A[i * 64 + k + x] * A[i * 64 + k + y] * B[j * 64 + k]; C[i * 64u + j] = s; }
}
// CHECK-LABEL: GEMM nests of 'signs_same':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B column-major, C row-major, any order
// CHECK: must not wrap (unsigned i32): 0 + i*(64) + j*(1) + k*(0)
// CHECK: must not wrap (signed i32): %x + i*(64) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned i32): %x + i*(64) + j*(0) + k*(1)
// CHECK: must not wrap (unsigned i32): 0 + i*(0) + j*(64) + k*(1)
void signs_same(unsigned M, unsigned N, unsigned K, const int *restrict A, const int *restrict B, int *restrict C, unsigned x) {
  for (unsigned i = 0; i < M; i++) for (unsigned j = 0; j < N; j++) { int s = 0; for (unsigned k = 0; k < K; k++) s += A[i * 64 + k + x] * A[(int)(i * 64 + k + x)] * B[j * 64 + k]; C[i * 64u + j] = s; }
}
// CHECK-LABEL: GEMM nests of 'two_parts':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: must not wrap (unsigned i32): 1 + i*(0) + j*(0) + k*(0) + tile of i*(1)
// CHECK: must not wrap (unsigned i32): 0 + i*(0) + j*(0) + k*(0) + tile of i*(1)
// CHECK: must not wrap (unsigned i32): 0 + i*(1) + j*(0) + k*(0) + tile of i*(7)
// CHECK: must not wrap (unsigned i32): 0 + i*(1) + j*(0) + k*(0) + tile of i*(25)
void two_parts(SIZES, in A, in B, double *restrict C) {
  for (unsigned ii = 0; ii < M; ii++) for (unsigned i = 0; i < 16; i++) J { double s = 0; L s += A[(long)(7 * ii + i) + (long)(25 * ii + i) + k] * B_; C[(ii * 16l + i) * N + j] = s; }
}

/// Bytes that are counted in elements by a shift that loses nothing.
// CHECK-LABEL: GEMM nests of 'bytes':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: must not wrap (signed i64): 0 + i*(%ld) + j*(0) + k*(8), 3 low bits zero
void bytes(SIZES, in A, in B, double *restrict C, long ld) { I J { double s = 0; L s += A[(i * ld + k * 8) >> 3] * B_; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'half_bytes':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void half_bytes(SIZES, in A, in B, double *restrict C, long ld) { I J { double s = 0; L s += A[(i * ld + k * 16) >> 4] * B_; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'gathered_bytes':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void gathered_bytes(SIZES, in A, in B, double *restrict C, const long *restrict row) { I J { double s = 0; L s += A[(row[i] + k * 8) >> 3] * B_; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'two_shifts':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: must not wrap (signed i64): 0 + i*(%ld) + j*(0) + k*(8), 3 low bits zero
// CHECK: must not wrap (signed i64): 0 + i*(%ld) + j*(0) + k*(8), 2 low bits zero
void two_shifts(SIZES, in A, const float *restrict F, in B, double *restrict C, long ld) { I J { double s = 0; L s += A[(i * ld + k * 8) >> 3] * F[(i * ld + k * 8) >> 2] * B_; C_ = s; } }

/// Conditions that differ in one number.
// CHECK-LABEL: GEMM nests of 'two_divisors':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: if %x ne 0
// CHECK: if %y ne 0
void two_divisors(SIZES, const float *restrict A, const float *restrict B, float *restrict C, unsigned long x, unsigned long y) {
  I J { float s = 0; L s += A[i * (K / x) + k] * B[k * (N / y) + j]; C_ = s; }
}
// CHECK-LABEL: GEMM nests of 'two_limits':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B general strides, C general strides, in source order, fused
// CHECK: must not wrap (unsigned i32): 1000 + i*(0) + j*(-1) + k*(0)
// CHECK: must not wrap (unsigned i32): 0 + i*(1) + j*(0) + k*(0)
// CHECK: if %x ne 2147483647
// CHECK: if %x ne -2147483648
void two_limits(unsigned M, unsigned N, unsigned K, const float *restrict A, const float *restrict B, float *restrict C, int x) {
  for (unsigned i = 0; (int)i <= x; i++) for (unsigned j = 1000; (int)j >= x; j--) { float s = 0; for (unsigned k = 0; k < K; k++) s += A[i * 64ul + k] * B[k * 64ul + j]; C[i * 64ul + j] = s; }
}

/// A row that is computed from the index is no tile.
// CHECK-LABEL: GEMM nests of 'tiled_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A gathered, B row-major, C row-major, in source order, fused
// CHECK: P: double at {%A,+,
void tiled_row(SIZES, in A, in B, double *restrict C) {
  for (long ii = 0; ii < M; ii++) for (long i = 0; i < 16; i++) J { double s = 0; L s += A[(ii * 16 + i) * K + (unsigned long)k / 2] * B_; C[(ii * 16 + i) * N + j] = s; }
}

/// Factors.
// CHECK-LABEL: GEMM nests of 'no_right':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void no_right(SIZES, const float *restrict A, const float *restrict D, float *restrict C) { I J { float s = 0; L s += A_ * D[i * K + k]; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'no_left':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void no_left(SIZES, const float *restrict B, const float *restrict D, float *restrict C) { I J { float s = 0; L s += B_ * D[k * N + j]; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'nine':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void nine(SIZES, const int *restrict A, const int *restrict B, int *restrict C) {
  I J { int s = 0; L s += A_ * A[i * K + k + 1] * A[i * K + k + 2] * A[i * K + k + 3] * A[i * K + k + 4] * B_ * A[i * K + k + 5] * A[i * K + k + 6] * A[i * K + k + 7]; C_ = s; }
}
// CHECK-LABEL: GEMM nests of 'eight':
// CHECK-NEXT: GEMM nest at %{{.*}}: int32 C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, any order
void eight(SIZES, const int *restrict A, const int *restrict B, int *restrict C) {
  I J { int s = 0; L s += A_ * A[i * K + k + 1] * A[i * K + k + 2] * A[i * K + k + 3] * A[i * K + k + 4] * B_ * A[i * K + k + 5] * A[i * K + k + 6]; C_ = s; }
}
static float mul(float x, float y) { return x * y; }
// CHECK-LABEL: GEMM nests of 'strict_factor':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void strict_factor(SIZES, const float *restrict A, const float *restrict B, float *restrict C, const float *restrict D) {
  I J { float s = 0; L { _Pragma("clang fp reassociate(on) contract(off)") s += mul(A_, B_) * D[i * K + k]; } C_ = s; }
}
static float plus(float x, float y) {
#pragma clang fp reassociate(on)
  return x + y;
}
// CHECK-LABEL: GEMM nests of 'sum_as_factor':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void sum_as_factor(SIZES, const float *restrict A, const float *restrict B, float *restrict C, float x) {
  I J { float s = 0; L { _Pragma("clang fp reassociate(on) contract(off)") s += plus(A_, B_) * x; } C_ = s; }
}

/// What does not change in the nest.
typedef long __attribute__((address_space(256))) elsewhere;
// CHECK-LABEL: GEMM nests of 'other_space':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void other_space(SIZES, const float *A, const float *B, float *C, const elsewhere *n) {
  I { long j = 0; do L C_ += A_ * B_; while (++j < *n); }
}
// CHECK-LABEL: GEMM nests of 'load_and_argument':
// CHECK-NEXT: GEMM nest at %{{.*}}: int64 C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, any order
void load_and_argument(SIZES, const long *A, const long *B, long *C, const long *n, long m) {
  I { long j = 0; do L C_ += A_ * B_; while (++j < *n + m); }
}
// CHECK-LABEL: GEMM nests of 'moving_distance':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void moving_distance(SIZES, const float *restrict A, const float *restrict B, float *restrict C, long x) { WHILE(3 * i != x) }
// CHECK-LABEL: GEMM nests of 'other_arrays':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void other_arrays(SIZES, float **A, float **B, float **C) {
  I if (A[i] != C[i]) { long j = 0; do { float s = 0; L s += A[i][k] * B[k][j]; C[i][j] = s; } while (++j < N); }
}
// CHECK-LABEL: GEMM nests of 'less_by_distance':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void less_by_distance(SIZES, const float *restrict A, const float *restrict B, float *restrict C, unsigned ld) {
  for (unsigned i = 0; i < M; i++) { unsigned lo = i * ld; if (lo < lo + (unsigned)N) { long j = 0; do { float s = 0; L s += A[i*K+k] * B_; C_ = s; } while (++j < N); } }
}
// CHECK-LABEL: GEMM nests of 'same_distance':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: must not wrap (unsigned i32): 1 + i*(1) + j*(0) + k*(0)
// CHECK: must not wrap (unsigned i32): 0 + i*(1) + j*(0) + k*(0)
void same_distance(SIZES, const float *restrict A, const float *restrict B, float *restrict C, unsigned ld, unsigned n) {
  for (unsigned i = 0; i < M; i++) { unsigned lo = i * ld; if (lo + n != lo * 1) { long j = 0; do { float s = 0; L s += A[i*K+k] * B_; C_ = s; } while (++j < N); } }
}

#endif
