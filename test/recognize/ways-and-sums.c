//===- ways-and-sums.c - Nearly the branches and sums of a product --------===//
//
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-math-errno -fno-discard-value-names -S -emit-llvm -o - %s
// RUN: %{nests} | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: %{nests} -ffast-math | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,FAST
//
// Where a branch, the start of the sum, or what the sum is added to differs in
// one thing, it is the rest, an expression, or no nest.
//
//===----------------------------------------------------------------------===//

#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C
#define FREE long M, long N, long K, const float *A, const float *B, float *C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_(k) A[i * K + (k)]
#define B_(k) B[(k) * N + j]
#define C_ C[i * N + j]
#define LFROM(s) for (; k + 1 < K; k += 2) { s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1); }
//--- rest
// CHECK-LABEL: GEMM nests of 'moves_along':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B general strides, C general strides
// CHECK: rest: 1 writes
void moves_along(FREE) { I for (long p = 0; p < N; p++) { long k = 0; float *c = C; for (; k + 1 < K; k += 2) { c = &C[i * N + k]; *c += A[i*N+p] * B[p*K+k]; } for (; k < K; k++) *c += A[i*N+p] * B[p*K+k]; } }
// CHECK-LABEL: GEMM nests of 'rest_counted_by_data':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void rest_counted_by_data(const long *at, ARGS) { I J { float s = 0; long k = 0; LFROM(s) if (k < at[i]) for (; k < K; k++) s += A_(k) * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'two_loops_between':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void two_loops_between(float *restrict D, ARGS) { I J { float s = 0; long k = 0; LFROM(s) if (k < K) { for (; k < K; k++) s += A_(k) * B_(k); for (long p = 0; p < N; p++) D[p] = 1.0f / p; } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'writes_on_the_way':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void writes_on_the_way(float *restrict D, ARGS) { I J { float s = 0; long k = 0; LFROM(s) if (k < K) { D[i * N + j] = 5; for (; k < K; k++) s += A_(k) * B_(k); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'partial_in_memory':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A general strides, B row-major, C row-major
// CHECK: rest: 1 writes
void partial_in_memory(float *restrict D, FREE) { I J { for (long k = 0; k + 1 < K; k += 2) { C_ += A_(k) * B_(k); D[i * N + j] += A_(k + 1) * B_(k + 1); } } }
//--- ways
// CHECK-LABEL: GEMM nests of 'skips_to_header':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void skips_to_header(float *restrict D, ARGS) { I { J { float s = 0; L s += A_(k) * B_(k); C_ = s; } for (long p = 0; p < N; p++) { if (D[p] > 0) continue; D[p] = 1; } } }
// CHECK-LABEL: GEMM nests of 'skips_product':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void skips_product(float *restrict D, ARGS) { I J { if (D[i] > C[j]) continue; L C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'leaves_outer':
// CHECK-NEXT: no nest at %{{.*}}: a loop of the nest has more than one way out; remove the break, return or goto
void leaves_outer(float *restrict D, ARGS) { I { J { float s = 0; L s += A_(k) * B_(k); C_ = s; } if (D[i] > 0) break; D[i] = 1; } }
// CHECK-LABEL: GEMM nests of 'min_bound':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void min_bound(long T, ARGS) { I J { long m = K < T ? K : T; if (m > 0) for (long k = 0; k < m; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'min_bound_less':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void min_bound_less(long T, ARGS) { I J { long m = K < T ? K : T; if (m > 3) for (long k = 0; k < m; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'deep_condition':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void deep_condition(long a, long b, long c, ARGS) { I J { if (((((((a * 3) ^ b) + c) * 5) ^ a) + b) * 7 > i) L C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'quotient_condition':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void quotient_condition(long a, long b, ARGS) { I J { if (a % b > 3) L C_ += A_(k) * B_(k); } }
//--- sums
// CHECK-LABEL: GEMM nests of 'kept_elsewhere':
// CHECK-NOT: nest at
void kept_elsewhere(FREE) { I J L { float t = C_ + A_(k) * B_(k); C[i * N + j + 1] = t; } }
// CHECK-LABEL: GEMM nests of 'kept_twice':
// CHECK-NEXT: no nest at %{{.*}}: the running sum is used inside the k loop, not only after it
void kept_twice(float *D, FREE) { I J L { float t = C_ + A_(k) * B_(k); C_ = t; D[i * N + j] = t; } }
// CHECK-LABEL: GEMM nests of 'stores_other':
// CHECK-NOT: nest at
void stores_other(FREE) { I J L { float t = C_; t += A_(k) * B_(k); C_ = t * 2; } }
// CHECK-LABEL: GEMM nests of 'reads_as_int':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void reads_as_int(FREE) { I J { float s = ((int *)C)[i * N + j]; L s += A_(k) * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'starts_from_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void starts_from_row(FREE) { I J { float s = C[i * N]; L s += A_(k) * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'start_moves':
// CHECK-NOT: nest at
void start_moves(ARGS) { I L J { C_ = C_ * 1.5f; C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'start_with_k':
// CHECK-NOT: nest at
void start_with_k(float *restrict D, ARGS) { L I J { C_ = D[k]; C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'subtracts_from_product':
// CHECK-NOT: nest at
void subtracts_from_product(ARGS) { I J { float s = 0; L s = A_(k) * B_(k) - s; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'product_used_twice':
// STRICT-NEXT: no nest at %{{.*}}: the sum is of squares, as of distances: this is no matrix product
// FAST-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B an expression, C row-major
// FAST: rest: 1 writes
void product_used_twice(float *restrict D, ARGS) { I J { float s = 0, t = 0; L { float p = A_(k) * B_(k); s += p; t += p * p; } C_ = s; D[i * N + j] = t; } }
// CHECK-LABEL: GEMM nests of 'down_shift':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void down_shift(int x, long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C) { I J { float s = 0; L s += A[(i * 6 + k * 2) >> 1] * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'down_shift_odd':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A looked up, B row-major, C row-major
void down_shift_odd(ARGS) { I J { float s = 0; L s += A[(i * 6 + k * 3) >> 1] * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'add_starts_other':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void add_starts_other(const float *restrict D, ARGS) { for (long kk = 0; kk < K; kk += 32) I J { float s = 0; for (long k = kk; k < kk + 32; k++) s += A_(k) * B_(k); C_ = D[i * N + j] + s; } }
// CHECK-LABEL: GEMM nests of 'add_starts_twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void add_starts_twice(ARGS) { for (long kk = 0; kk < K; kk += 32) I J { float s = 0; for (long k = kk; k < kk + 32; k++) s += A_(k) * B_(k); C_ = C_ * 2 + s; } }
// CHECK-LABEL: GEMM nests of 'add_starts_minus':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void add_starts_minus(ARGS) { for (long kk = 0; kk < K; kk += 32) I J { float s = 0; for (long k = kk; k < kk + 32; k++) s += A_(k) * B_(k); C_ = C_ - s; } }
// CHECK-LABEL: GEMM nests of 'add_starts_neighbour':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void add_starts_neighbour(ARGS) { for (long kk = 0; kk < K; kk += 32) I J { float s = 0; for (long k = kk; k < kk + 32; k++) s += A_(k) * B_(k); C_ = C[i * N + j + 1] + s; } }
// CHECK-LABEL: GEMM nests of 'add_starts_max':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void add_starts_max(ARGS) { for (long kk = 0; kk < K; kk += 32) I J { float s = 0; for (long k = kk; k < kk + 32; k++) s += A_(k) * B_(k); C_ = C_ > s ? C_ : s; } }

