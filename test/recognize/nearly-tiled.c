//===- nearly-tiled.c - Tiled nests that differ in one thing --------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// Loops fold where one counts the tiles of the other. Where something else
// decides how long a tile is they do not, and the loops within may be a nest of
// their own. What cannot be counted here has to be counted by the guard.
//
//===----------------------------------------------------------------------===//

#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C
#define MIN(X, Y) ((X) < (Y) ? (X) : (Y))
#define MAX(X, Y) ((X) > (Y) ? (X) : (Y))
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define T for (long kk = 0; kk < K; kk += 16)
#define TILES(n) for (long kk = 0; kk < 16l * (n); kk += 16)
#define L(end) for (long k = kk; k < (end); k++)
#define STEP C[i * N + j] += A[i * K + k] * B[k * N + j];
#define DO(end) { long k = kk; do { STEP } while (++k < (end)); }
#define UNTIL(end) { long k = kk; do { STEP } while (++k != (end)); }

//--- What the bound of a tile is
// CHECK-LABEL: GEMM nests of 'to_the_end':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in {{.*}} tiles of 16, to be counted:
void to_the_end(ARGS) { T I J L(MIN(kk + 16, K)) STEP }
// CHECK-LABEL: GEMM nests of 'to_another_end':
// CHECK-NEXT: GEMM nest at %for.cond5.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NOT: tiles of
void to_another_end(long end, ARGS) { T I J L(MIN(kk + 16, end)) STEP }
// CHECK-LABEL: GEMM nests of 'by_a_wide_number':
// CHECK-NEXT: GEMM nest at %for.cond7.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NOT: tiles of
void by_a_wide_number(int t, ARGS) { __int128 w = K; for (long kk = 0, tile = 0; tile < 10; tile++, kk += t, w -= t) I J { long p = 0; do { long k = kk + p; STEP } while (++p < (long)MIN((__int128)t, w)); } }
// CHECK-LABEL: GEMM nests of 'to_another_end_by_size':
// CHECK-NEXT: GEMM nest at %for.cond7.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NOT: tiles of
void to_another_end_by_size(long size, long end, ARGS) { for (long kk = 0; kk < K; kk += size) { long most = MIN(size, end - kk); I J for (long p = 0; p < most; p++) { long k = kk + p; STEP } } }
// CHECK-LABEL: GEMM nests of 'with_the_row':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void with_the_row(ARGS) { T I J L(MIN(kk + 16, K + i)) STEP }
// CHECK-LABEL: GEMM nests of 'by_the_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NOT: tiles of
// CHECK: equal for all i: ({16,+,16}<nuw><nsw><%{{.*}}> smin %
void by_the_row(const long *Ends, ARGS) { T I { long end = Ends[i]; J DO(MIN(kk + 16, end)) } }
// CHECK-LABEL: GEMM nests of 'by_the_tile':
// CHECK-NEXT: GEMM nest at %for.cond5.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK-NOT: tiles of
void by_the_tile(const long *Ends, ARGS) { T { long end = Ends[kk]; I J DO(MIN(kk + 16, end)) } }
// CHECK-LABEL: GEMM nests of 'step_by_the_row':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void step_by_the_row(const long *Steps, ARGS) { I { long step = Steps[i], kk = 0; for (long tile = 0; tile < 10; tile++, kk += step) J L(MIN(kk + step, K)) STEP } }
// CHECK-LABEL: GEMM nests of 'in_a_loop_around':
// CHECK-NEXT: GEMM nest at %for.cond5.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in {{.*}} tiles of 16, to be counted:
void in_a_loop_around(long R, ARGS) { for (long r = 1; r < R; r++, C += M * N) for (long kk = 0; kk < r; kk += 16) I J L(MIN(kk + 16, r)) STEP }

//--- Which loops are tiles of which
// CHECK-LABEL: GEMM nests of 'one_for_two':
// CHECK-NEXT: GEMM nest at %for.cond7.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B column-major, C row-major
// CHECK-NOT: tiles of
void one_for_two(ARGS) { for (long ii = 0; ii < M; ii += 16) for (long i = 0; i < MIN(16, M - ii); i++) for (long j = 0; j < MIN(16, M - ii); j++) for (long k = 0; k < K; k++) C[ii + i + j] += A[k] * B[k]; }
// CHECK-LABEL: GEMM nests of 'tiles_of_tiles':
// CHECK-NEXT: GEMM nest at %for.cond7.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in {{.*}} tiles of 16, to be counted:
void tiles_of_tiles(ARGS) { for (long kkk = 0; kkk < K; kkk += 64) for (long kk = kkk; kk < MIN(kkk + 64, K); kk += 16) I J L(MIN(kk + 16, K)) STEP }
// CHECK-LABEL: GEMM nests of 'tiles_in_tiles':
// CHECK-NEXT: GEMM nest at %do.body: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in {{.*}} tiles of 16, to be counted:
void tiles_in_tiles(ARGS) { for (long kkk = 0; kkk < K; kkk += 64) { long kk = 0; do { I J { long p = 0; do { long k = kkk + kk + p; STEP } while (++p < MIN(16, 60 - kk)); } kk += 16; } while (kk < MIN(64, K - kkk)); } }

//--- What is counted while compiling
// CHECK-LABEL: GEMM nests of 'few_tiles':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 256 tiles of 16{{$}}
void few_tiles(ARGS) { TILES(256) I J DO(MIN(kk + 16, 4090)) }
// CHECK-LABEL: GEMM nests of 'many_tiles':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 257 tiles of 16, to be counted:
void many_tiles(ARGS) { TILES(257) I J DO(MIN(kk + 16, 4106)) }
// CHECK-LABEL: GEMM nests of 'long_tiles':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 2 tiles of 4294967296{{$}}
void long_tiles(ARGS) { for (long kk = 0; kk < 2l << 32; kk += 1l << 32) I J DO(MIN(kk + (1l << 32), 0x1ffffffffl)) }
// CHECK-LABEL: GEMM nests of 'longer_tiles':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 2 tiles of 8589934592, to be counted:
void longer_tiles(ARGS) { for (long kk = 0; kk < 4l << 32; kk += 2l << 32) I J DO(MIN(kk + (2l << 32), 0x3ffffffffl)) }
// CHECK-LABEL: GEMM nests of 'empty_tile':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 4 tiles of 16, to be counted:
void empty_tile(ARGS) { TILES(4) I J UNTIL(MIN(kk + 16, 48)) }
// CHECK-LABEL: GEMM nests of 'as_many_as_there_are':
// CHECK-NEXT: GEMM nest at %do.body: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 0 tiles of 8{{$}}
void as_many_as_there_are(ARGS) { unsigned long tile = 0; do { long kk = 8 * tile; I J { long p = 0; do { long k = kk + p; STEP } while (++p < MAX(8, kk - (1l << 60))); } } while (++tile != 0); }
// CHECK-LABEL: GEMM nests of 'last_too_long':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 20 tiles of 16, to be counted:
void last_too_long(ARGS) { TILES(20) I J DO(kk + MAX(16, kk - 287)) }
// CHECK-LABEL: GEMM nests of 'last_as_long':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 20 tiles of 16{{$}}
void last_as_long(ARGS) { TILES(20) I J DO(kk + MAX(16, kk - 288)) }
// CHECK-LABEL: GEMM nests of 'first_too_short':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 20 tiles of 16, to be counted:
void first_too_short(ARGS) { TILES(20) I J DO(kk + MIN(16, kk + 15)) }
// CHECK-LABEL: GEMM nests of 'first_as_long':
// CHECK-NEXT: GEMM nest at %for.cond1.preheader: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: {{^ +}}k in 20 tiles of 16{{$}}
void first_as_long(ARGS) { TILES(20) I J DO(kk + MIN(16, kk + 16)) }
