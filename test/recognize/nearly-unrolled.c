//===- nearly-unrolled.c - Unrolled loops that differ in one thing --------===//
//
// DEFINE: %{nests} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -fno-math-errno -fno-discard-value-names -S -emit-llvm -o - %s
// RUN: %{nests} | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: %{nests} -ffast-math | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s --check-prefixes=CHECK,FAST
//
// Copies of a body, and the loop over what they leave, are nearly what they
// would have to be: elements, order, flags, and what the sum goes on from.
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C
#define FREE                                                                   \
  long M, long N, long K, const float *A, const float *B, float *C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define J2 for (long j = 0; j < N / 2 * 2; j += 2)
#define L for (long k = 0; k < K; k++)
#define L2 for (long k = 0; k < K / 2 * 2; k += 2)
#define L3 for (long k = 0; k < K / 3 * 3; k += 3)
#define A_(k) A[i * K + (k)]
#define B_(k) B[(k) * N + j]
#define C_ C[i * N + j]
#define SUM(...) I J { float s = 0; L2 { __VA_ARGS__ } C_ = s; }
#define TWO(FIRST, SECOND, ...) I J2 { float s = 0, t = 0; L { s += FIRST; t += SECOND; } __VA_ARGS__ }
#define REST(...) I J { float s = 0; long k = 0; for (; k + 1 < K; k += 2) { s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1); } __VA_ARGS__ }
#define KEPT for (; k + 1 < K; k += 2) { C_ += A_(k) * B_(k); C_ += A_(k + 1) * B_(k + 1); }
struct Pair { float x, y; };

//--- Copies of a step of k
// CHECK-LABEL: GEMM nests of 'more_factors':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void more_factors(const float *restrict x, ARGS) { SUM(s += A_(k) * x[i * N + j] * B_(k); s += A_(k + 1) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_factor':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{.*}} + sum A(i,k)*B(k,j) + A'(i,k)*B'(k,j),
void other_factor(const float *restrict x, const float *restrict y, ARGS) { SUM(s += A_(k) * x[k] * B_(k); s += A_(k + 1) * y[k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_factor_of_i':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_factor_of_i(const float *restrict x, const float *restrict y, ARGS) { SUM(s += A_(k) * (x[i]+1) * B_(k); s += A_(k + 1) * (x[i]+2) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_field':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_field(const struct Pair *restrict D, long M, long N, long K, const float *restrict B, float *restrict C) { I J { float s = 0; L { s += D[i * K + k].x * B_(2 * k); s += D[i * K + k].y * B_(2 * k + 1); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'one_fused_by_flag':
// STRICT-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
// FAST-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void one_fused_by_flag(ARGS) { SUM(s += A_(k) * B_(k); { _Pragma("clang fp contract(fast)") s += A_(k + 1) * B_(k + 1); }) }

// CHECK-LABEL: GEMM nests of 'one_always_fused':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void one_always_fused(ARGS) { SUM(s += A_(k) * B_(k); s = __builtin_fmaf(A_(k + 1), B_(k + 1), s);) }
// CHECK-LABEL: GEMM nests of 'all_always_fused':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void all_always_fused(ARGS) { SUM(s = __builtin_fmaf(A_(k), B_(k), s); s = __builtin_fmaf(A_(k + 1), B_(k + 1), s);) }
// CHECK-LABEL: GEMM nests of 'first_is_missing':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void first_is_missing(ARGS) { I J { float s = 0; L3 { s += A_(k + 1) * B_(k + 1); s += A_(k) * B_(k); s += A_(k + 3) * B_(k + 3); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'third_row_off':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void third_row_off(ARGS) { I J { float s = 0; L3 { s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1); s += A_(k + 2) * B_(k + 3); } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'other_row_stride':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_row_stride(long x, ARGS) { SUM(s += A_(k) * B_(k); s += A[i * x + k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'twice_the_row_stride':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void twice_the_row_stride(int x, ARGS) { SUM(s += A[i * x + k] * B_(k); s += A[i * 2 * x + k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'same_table_entry':
// STRICT-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
// FAST-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A an expression, B gathered, C row-major
void same_table_entry(const long *restrict at, ARGS) { SUM(s += A_(k) * B_(at[k]); s += A_(k + 1) * B_(at[k]);) }
// CHECK-LABEL: GEMM nests of 'other_table':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_table(float *const *restrict R, float *const *restrict S, ARGS) { SUM(s += R[i][k] * B_(k); s += S[i][k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_rows_of_table':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_rows_of_table(const long *restrict x, const long *restrict y, ARGS) { SUM(s += A[x[i] + k] * B_(k); s += A[y[i] + k + 1] * B_(k + 1);) }
#define S1(k) s += A_(k) * B_(k);
#define S4(k) S1(k) S1(k + 1) S1(k + 2) S1(k + 3)
#define S16(k) S4(k) S4(k + 4) S4(k + 8) S4(k + 12)
#define S64(k) S16(k) S16(k + 16) S16(k + 32) S16(k + 48)
// CHECK-LABEL: GEMM nests of 'by_64':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void by_64(ARGS) { I J { float s = 0; for (long k = 0; k < K / 64 * 64; k += 64) { S64(k) } C_ = s; } }
// CHECK-LABEL: GEMM nests of 'by_65':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void by_65(ARGS) { I J { float s = 0; for (long k = 0; k < K / 65 * 65; k += 65) { S64(k) S1(k + 64) } C_ = s; } }

//--- Copies of a sum
#define BJ(k, d) B[(k) * N + j + d]
#define CJ(d) C[i * N + j + d]
// CHECK-LABEL: GEMM nests of 'squares_one':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void squares_one(const float *restrict D, ARGS) { TWO(A_(k) * BJ(k, 0), A_(k) * BJ(k, 1), CJ(0) = s * D[i]; CJ(1) = t * t;) }
// CHECK-LABEL: GEMM nests of 'squares_one_too':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void squares_one_too(const float *restrict D, ARGS) { TWO(A_(k) * BJ(k, 0), A_(k) * BJ(k, 1), CJ(0) = s * s; CJ(1) = t * D[i];) }
// CHECK-LABEL: GEMM nests of 'fields':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void fields(const float *restrict A, const float *restrict B, long M, long N, long K, struct Pair *restrict C) { I J { float s = 0, t = 0; L { s += A_(k) * B[k * 2 * N + 2 * j]; t += A_(k) * B[k * 2 * N + 2 * j + 1]; } C_.x = s; C_.y = t; } }
// CHECK-LABEL: GEMM nests of 'other_left':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_left(ARGS) { TWO((A_(k) + 1) * BJ(k, 0), (2 * A_(k)) * BJ(k, 1), CJ(0) = s; CJ(1) = t;) }
// CHECK-LABEL: GEMM nests of 'other_type_of_c':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_type_of_c(ARGS) { TWO(A_(k) * BJ(k, 0), A_(k) * BJ(k, 1), CJ(0) = s; ((int *)C)[i * N + j + 1] = (int)t;) }
// CHECK-LABEL: GEMM nests of 'one_integer':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B general strides, C general strides
// CHECK: rest: 1 writes
void one_integer(const int *restrict X, const int *restrict Y, int *restrict Z, ARGS) { I J2 { float s = 0; int t = 0; L { s += A_(k) * BJ(k, 0); t += X[i * K + k] * Y[k * N + j + 1]; } CJ(0) = s; Z[i * N + j + 1] = t; } }
// CHECK-LABEL: GEMM nests of 'starts_from_next':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void starts_from_next(ARGS) { I J2 { float s = CJ(0) * 2, t = CJ(2) * 2; L { s += A_(k) * BJ(k, 0); t += A_(k) * BJ(k, 1); } CJ(0) = s; CJ(1) = t; } }
// CHECK-LABEL: GEMM nests of 'ways_meet':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void ways_meet(const float *restrict D, ARGS) { TWO((A_(k) > 0 ? D[i * K + k] : A_(k)) * BJ(k, 0), (A_(k) > 0 ? D[i * K + k] : A_(k)) * BJ(k, 1), CJ(0) = s; CJ(1) = t;) }
// CHECK-LABEL: GEMM nests of 'ways_meet_k':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void ways_meet_k(const float *restrict D, const float *restrict E, ARGS) { TWO((E[i] > 0 ? D[i * K + k] : A_(k)) * BJ(k, 0), (E[i] > 0 ? D[i * K + k] : A_(k)) * BJ(k, 1), CJ(0) = s; CJ(1) = t;) }

//--- The loop over what is left
// CHECK-LABEL: GEMM nests of 'rest_of_sum':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void rest_of_sum(ARGS) { REST(for (; k < K; k++) s += A_(k) * B_(k); C_ = s;) }
// CHECK-LABEL: GEMM nests of 'zero_without_rest':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void zero_without_rest(ARGS) { REST(float r = 0; if (k < K) { for (; k < K; k++) s += A_(k) * B_(k); r = s; } C_ = r;) }
// CHECK-LABEL: GEMM nests of 'other_without_rest':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void other_without_rest(const float *restrict D, ARGS) { REST(float r = D[i]; if (k < K) { for (; k < K; k++) s += A_(k) * B_(k); r = s; } C_ = r;) }
// CHECK-LABEL: GEMM nests of 'doubled_with_rest':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void doubled_with_rest(ARGS) { REST(if (k < K) { for (; k < K; k++) s += A_(k) * B_(k); s *= 2; } C_ = s;) }
// CHECK-LABEL: GEMM nests of 'rest_starts_elsewhere':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void rest_starts_elsewhere(const float *restrict D, ARGS) { REST(float t = D[i * N + j]; for (; k < K; k++) t += A_(k) * B_(k); C_ = s + t;) }
// CHECK-LABEL: GEMM nests of 'rest_starts_at_zero':
// STRICT-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
// FAST-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void rest_starts_at_zero(ARGS) { REST(float t = 0; for (; k < K; k++) t += A_(k) * B_(k); C_ = s + t;) }
// CHECK-LABEL: GEMM nests of 'rest_by_two_sums':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void rest_by_two_sums(ARGS) { REST(float t = s; for (; k < K; k++) { s += A_(k) * B_(k); t += A_(k) * B_(k + 1); } C_ = s; C[i * N + j + N * M] = t;) }
// CHECK-LABEL: GEMM nests of 'rest_is_read':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void rest_is_read(float *restrict D, ARGS) { REST(float u = 0; for (; k < K; k++) { u += s; s += A_(k) * B_(k); } C_ = s; D[i] = u;) }
// CHECK-LABEL: GEMM nests of 'rest_with_own_bound':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void rest_with_own_bound(ARGS) { REST(for (; k < K - i; k++) s += A_(k) * B_(k); C_ = s;) }
// CHECK-LABEL: GEMM nests of 'rest_with_j':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void rest_with_j(ARGS) { REST(for (; k < j; k++) s += A_(k) * B_(k); C_ = s;) }
// CHECK-LABEL: GEMM nests of 'rest_does_nothing':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void rest_does_nothing(float *restrict D, ARGS) { REST(for (; k < K; k++) D[k] = 3.0f / k; C_ = s;) }
// CHECK-LABEL: GEMM nests of 'rest_kept':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void rest_kept(FREE) { I J { long k = 0; KEPT for (; k < K; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'rest_kept_from_zero':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void rest_kept_from_zero(FREE) { I J { long k = 0; C_ = 0; KEPT for (; k < K; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'only_rest_kept':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void only_rest_kept(FREE) { I J { long k = 0; float s = C_; for (; k + 1 < K; k += 2) { s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1); } C_ = s; for (; k < K; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'only_rest_in_register':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void only_rest_in_register(FREE) { I J { long k = 0; KEPT float s = C_; for (; k < K; k++) s += A_(k) * B_(k); C_ = s; } }
// CHECK-LABEL: GEMM nests of 'rest_kept_elsewhere':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void rest_kept_elsewhere(FREE) { I J { long k = 0; KEPT for (; k < K; k++) C[i * N + j + 1] += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'rest_from_before':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void rest_from_before(FREE) { I J { long k = 0; float s = C_; KEPT for (; k < K; k++) { s += A_(k) * B_(k); C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'rest_from_neighbour':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void rest_from_neighbour(FREE) { I J { long k = 0; KEPT float s = C[i * N + j + 1]; for (; k < K; k++) { s += A_(k) * B_(k); C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'rest_from_same':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void rest_from_same(FREE) { I J { long k = 0; KEPT float s = C_; for (; k < K; k++) { s += A_(k) * B_(k); C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'moves_along':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void moves_along(FREE) { I J { long k = 0; float *c = C; for (; k + 1 < K; k += 2) { c = &C[i * N + k]; *c += A_(k) * B_(k); *c += A_(k + 1) * B_(k + 1); } for (; k < K; k++) *c += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'written_before_rest':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(C + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void written_before_rest(FREE) { I J { long k = 0; KEPT C_ *= 2; for (; k < K; k++) C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'written_elsewhere_before_rest':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 2 writes
void written_elsewhere_before_rest(float *D, FREE) { I J { long k = 0; KEPT D[i] = 2; for (; k < K; k++) C_ += A_(k) * B_(k); } }

//--- The first value
// CHECK-LABEL: GEMM nests of 'init_strided':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C general strides
// CHECK: rest, runs first: 1 writes
void init_strided(ARGS) { I { __builtin_memset(&C[i * 2 * N], 0, N * sizeof(float)); L J C[i * 2 * N + 2 * j] += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'init_other_table':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C by row pointers
// CHECK: rest: 1 writes
void init_other_table(float *const *restrict D, float *const *restrict E, ARGS) { I { __builtin_memset(D[i], 0, N * sizeof(float)); L J E[i][j] += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'init_same_table':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C by row pointers
void init_same_table(float *const *restrict E, const float *restrict A, const float *restrict B, long M, long N, long K) { I { __builtin_memset(E[i], 0, N * sizeof(float)); L J E[i][j] += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'init_of_all_k':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest, runs first: 1 writes
void init_of_all_k(ARGS) { L { __builtin_memset(&C[k * N], 0, N * sizeof(float)); I J C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'read_neighbour':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void read_neighbour(ARGS) { I J { C_ = 0; L C_ += A_(k) * B_(k); C_ = C_ * 2 + C[i * N + j + 1]; } }
// CHECK-LABEL: GEMM nests of 'stores_twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void stores_twice(FREE) { I J { float s = 0; L s += A_(k) * B_(k); C_ = s; C_ = C_ * 2 + C[i * N + j + 1]; } }
// CHECK-LABEL: GEMM nests of 'reads_other_type':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
void reads_other_type(FREE) { I J { float s = 0; L s += A_(k) * B_(k); C_ = s; C_ = C_ * 2 + ((int *)C)[i * N + j]; } }

