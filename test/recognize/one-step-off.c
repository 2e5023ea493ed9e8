//===- one-step-off.c - Nests that differ from a product in one thing -----===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// Each copy of an unrolled body, each address and each loop here is nearly what
// it would have to be.
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *restrict C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define L2 for (long k = 0; k + 1 < K; k += 2)
#define A_(k) A[i * K + (k)]
#define B_(k) B[(k) * N + j]
#define C_ C[i * N + j]
#define SUM(...)                                                               \
  I J {                                                                        \
    float s = 0;                                                               \
    L2 { __VA_ARGS__ }                                                         \
    C_ = s;                                                                    \
  }

//--- Copies of a step of k
// CHECK-LABEL: GEMM nests of 'copies_alike':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: {{^ +}}if (1 + ((-2 + %K) /u 2))<nuw> ule 144115188075855871
void copies_alike(ARGS) { SUM(s += A_(k) * B_(k); s += A_(k + 1) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_operand':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_operand(ARGS) { SUM(s += A_(k) * B_(k); s += (A_(k + 1) + 1) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_operation':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_operation(ARGS) { SUM(s += (A_(k) + 1) * B_(k); s += (A_(k + 1) - 2) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_constant':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_constant(ARGS) { SUM(s += (A_(k) + 1) * B_(k); s += (A_(k + 1) + 2) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_sign':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_sign(ARGS) { SUM(s += A_(k) * B_(k); s -= A_(k + 1) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_scale':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_scale(float x, float y, ARGS) { SUM(s += x * (A_(k) * B_(k)); s += y * (A_(k + 1) * B_(k + 1));) }
// CHECK-LABEL: GEMM nests of 'other_distance':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_distance(ARGS) { SUM(s += A_(k) * B_(k); s += A_(k + 2) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_stride':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_stride(ARGS) { SUM(s += A_(k) * B_(k); s += A_(2 * k + 1) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'other_row':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_row(ARGS) { SUM(s += A_(k) * B_(k); s += A[(i + 1) * K + k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'same_twice':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void same_twice(ARGS) { SUM(s += A_(k) * B_(k); s += A_(k) * B_(k);) }
// CHECK-LABEL: GEMM nests of 'other_array':
// CHECK-NEXT: GEMM nest at %{{.*}}: {{.*}} + sum A(i,k)*B(k,j) + A'(i,k)*B'(k,j),
void other_array(const float *restrict D, ARGS) { SUM(s += A_(k) * B_(k); s += D[i * K + k + 1] * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'first_counts_in_two':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void first_counts_in_two(ARGS) {
  I J {
    float s = 0;
    for (long k = 0; k + 3 < K; k += 3) {
      s += A_(k) * B_(k);
      s += A_(k + 1) * B_(k + 1);
      s += A_(k + 3) * B_(k + 3);
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'counts_too':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void counts_too(ARGS) { SUM(s += (A_(k) + k) * B_(k); s += (A_(k + 1) + k) * B_(k + 1);) }
// CHECK-LABEL: GEMM nests of 'one_fused':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void one_fused(ARGS) {
  I J {
    float s = 0;
    L2 {
      s += A_(k) * B_(k);
      {
#pragma clang fp contract(off)
        s += A_(k + 1) * B_(k + 1);
      }
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'one_reordered':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void one_reordered(ARGS) {
  I J {
    float s = 0;
    L2 {
      s += A_(k) * B_(k);
      {
#pragma clang fp reassociate(on)
        s += A_(k + 1) * B_(k + 1);
      }
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'other_signedness':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_signedness(long M, long N, long K, const signed char *restrict A,
                      const unsigned char *restrict U,
                      const signed char *restrict B, int *restrict C) {
  I J {
    int s = 0;
    L2 {
      s += A_(k) * B_(k);
      s += ((const unsigned char *)A)[i * K + k + 1] * B_(k + 1);
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'other_width':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_width(long M, long N, long K, const int *restrict A,
                 const int *restrict B, int *restrict C) {
  I J {
    int s = 0;
    L2 {
      s += A_(k) * B_(k);
      s += *(const short *)&A_(k + 1) * B_(k + 1);
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'gathered_in_copies':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void gathered_in_copies(const int *restrict at, ARGS) {
  SUM(s += A_(k) * B_(at[k]); s += A_(k + 1) * B_(at[k + 1]);)
}

//--- Copies of a sum
#define J2 for (long j = 0; j + 1 < N; j += 2)
#define TWO_SUMS(FIRST, SECOND)                                                \
  I J2 {                                                                       \
    float s = 0, t = 0;                                                        \
    L {                                                                        \
      s += A_(k) * B_(k);                                                      \
      t += A_(k) * B[k * N + j + 1];                                           \
    }                                                                          \
    FIRST;                                                                     \
    SECOND;                                                                    \
  }
// CHECK-LABEL: GEMM nests of 'sums_alike':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: {{^ +}}if (1 + ((-2 + %N) /u 2))<nuw> ule 144115188075855871
void sums_alike(ARGS) { TWO_SUMS(C_ = s, C[i * N + j + 1] = t) }
// CHECK-LABEL: GEMM nests of 'other_final':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_final(ARGS) { TWO_SUMS(C_ = s, C[i * N + j + 1] = 2 * t) }
// CHECK-LABEL: GEMM nests of 'final_ignores':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void final_ignores(ARGS) { TWO_SUMS(C_ = s + C[i * N + j], C[i * N + j + 1] = t + 1) }
// CHECK-LABEL: GEMM nests of 'reads_other_element':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void reads_other_element(ARGS) { TWO_SUMS(C_ = s + C_, C[i * N + j + 1] = t + B[j + 1]) }
// CHECK-LABEL: GEMM nests of 'other_place':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_place(ARGS) { TWO_SUMS(C_ = s, C[i * N + j + 2] = t) }
// CHECK-LABEL: GEMM nests of 'other_matrix':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
void other_matrix(float *restrict D, ARGS) { TWO_SUMS(C_ = s, D[i * N + j + 1] = t) }
// CHECK-LABEL: GEMM nests of 'other_start':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_start(ARGS) {
  I J2 {
    float s = 0, t = 1;
    L {
      s += A_(k) * B_(k);
      t += A_(k) * B[k * N + j + 1];
    }
    C_ = s;
    C[i * N + j + 1] = t;
  }
}
// CHECK-LABEL: GEMM nests of 'other_subtraction':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void other_subtraction(ARGS) {
  I J2 {
    float s = 0, t = 0;
    L {
      s += A_(k) * B_(k);
      t -= A_(k) * B[k * N + j + 1];
    }
    C_ = s;
    C[i * N + j + 1] = t;
  }
}

//--- Remainder loops
#define WITH_REST(REST)                                                        \
  I J {                                                                        \
    float s = 0;                                                               \
    long k = 0;                                                                \
    for (; k + 1 < K; k += 2) {                                                \
      s += A_(k) * B_(k);                                                      \
      s += A_(k + 1) * B_(k + 1);                                              \
    }                                                                          \
    REST;                                                                      \
    C_ = s;                                                                    \
  }
// CHECK-LABEL: GEMM nests of 'rest_alike':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: {{^ +}}if (-2 + (-2 * ((-2 + %K) /u 2)) + ((2 + (2 * ((-2 + %K) /u 2))<nuw>) smax %K)) ule (-2 + (-2 * ((-2 + %K) /u 2)) + %K)
// CHECK: {{^ +}}if (-2 + (-2 * ((-2 + %K) /u 2)) + %K) ule (1 umax (-2 + (-2 * ((-2 + %K) /u 2)) + ((2 + (2 * ((-2 + %K) /u 2))<nuw>) smax %K)))
// CHECK: {{^ +}}if (-2 + (-2 * ((-2 + %K) /u 2)) + ((2 + (2 * ((-2 + %K) /u 2))<nuw>) smax %K)) ule 144115188075855871
// CHECK: {{^ +}}if (1 + ((-2 + %K) /u 2))<nuw> ule 144115188075855871
void rest_alike(ARGS) { WITH_REST(for (; k < K; k++) s += A_(k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_other_operand':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rest_other_operand(ARGS) { WITH_REST(for (; k < K; k++) s += (A_(k) + 1) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_other_sign':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rest_other_sign(ARGS) { WITH_REST(for (; k < K; k++) s -= A_(k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_other_place':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rest_other_place(ARGS) { WITH_REST(for (; k < K; k++) s += A_(k - 1) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_from_start':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: {{^ +}}if (0 smax %K) ule %K
// CHECK: {{^ +}}if %K ule (1 umax (0 smax %K))
// CHECK: {{^ +}}if (8 + (8 * ((-2 + %K) /u 2))) eq 0
// CHECK: {{^ +}}if (4 * (2 + (2 * ((-2 + %K) /u 2))<nuw>) * %N) eq 0
// CHECK: {{^ +}}if (0 smax %K) ule 144115188075855871
// CHECK: {{^ +}}if (1 + ((-2 + %K) /u 2))<nuw> ule 144115188075855871
void rest_from_start(ARGS) { WITH_REST(for (k = 0; k < K; k++) s += A_(k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_other_step':
// CHECK-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
void rest_other_step(ARGS) { WITH_REST(for (; k < K; k++) s += A_(2 * k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_writes_between':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void rest_writes_between(ARGS) { WITH_REST(C_ = 1; for (; k < K; k++) s += A_(k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_scaled':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
// CHECK: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void rest_scaled(ARGS) { WITH_REST(s *= 2; for (; k < K; k++) s += A_(k) * B_(k)) }
// CHECK-LABEL: GEMM nests of 'rest_on_condition':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void rest_on_condition(long x, ARGS) { WITH_REST(if (x > i) for (; k < K; k++) s += A_(k) * B_(k)) }

//--- Addresses
#define AT(...) { I J L C_ += __VA_ARGS__; }
// CHECK-LABEL: GEMM nests of 'quadratic':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void quadratic(ARGS) AT(A[k * k] * B_(k))
// CHECK-LABEL: GEMM nests of 'quadratic_rows':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void quadratic_rows(ARGS) AT(A[i * i * K + k] * B_(k))
// CHECK-LABEL: GEMM nests of 'counters_multiplied':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void counters_multiplied(ARGS) AT(A[i * k] * B_(k))
// CHECK-LABEL: GEMM nests of 'all_counters':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void all_counters(ARGS) AT(A[i * K + k + j] * B_(k))
// CHECK-LABEL: GEMM nests of 'step_changes':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void step_changes(const long *restrict step, ARGS) {
  I J {
    float s = 0;
    const float *a = A;
    for (long k = 0; k < K; k++, a += step[k])
      s += *a * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'behind_its_loop':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
void behind_its_loop(ARGS) {
  I J {
    float s = 0;
    long k = 0;
    for (; k < K; k++)
      s += A_(k) * B_(k);
    C[i * N + j + k * M * N] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'last_of_another':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression
// CHECK: reads on a condition, float at ((4 * (-1 + %N) * %N) + %B) + i*(4)
void last_of_another(ARGS) {
  I {
    float last = 0;
    for (long p = 0; p < N; p++)
      last = B[p * N + i];
    J L C_ += A_(k) * last * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'modulo':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A gathered
void modulo(ARGS) AT(A[i * K + k % 7] * B_(k))
// CHECK-LABEL: GEMM nests of 'halves':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A gathered
void halves(ARGS) AT(A[i * K + (k >> 1)] * B_(k))
// CHECK-LABEL: GEMM nests of 'table_of_elements':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A looked up
void table_of_elements(const long *restrict at, ARGS) AT(A[at[i] * at[k]] * B_(k))
// CHECK-LABEL: GEMM nests of 'table_by_two':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A looked up
void table_by_two(const long *restrict at, ARGS) AT(A[at[i * K + k]] * B_(k))

typedef int any_int __attribute__((may_alias));
// CHECK-LABEL: GEMM nests of 'two_widths':
// CHECK: C must be apart from i32 at %A + i*((4 * %K)) + k*(4)
// CHECK-NEXT: C must be apart from i8 at %A + i*((4 * %K)) + k*(4)
void two_widths(long M, long N, long K, const char *A, const float *B, float *C) {
  I J L C_ += (float)(A[4 * (i * K + k)] * ((const any_int *)A)[i * K + k]) * B_(k);
}

//--- Loops and writes
// CHECK-LABEL: GEMM nests of 'inner_bound_by_outer':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void inner_bound_by_outer(ARGS) { I J for (long k = 0; k < K - j; k++) C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'bound_by_sum':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void bound_by_sum(ARGS) {
  I J {
    float s = 0;
    for (long k = 0; s < 100 && k < K; k++)
      s += A_(k) * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'grows':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void grows(ARGS) {
  I J {
    float s = 0;
    for (long k = 1; k < K; k *= 2)
      s += A_(k) * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'linked':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void linked(const long *restrict next, ARGS) {
  I J {
    float s = 0;
    for (long k = 0; k != K; k = next[k])
      s += A_(k) * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'written_between':
// CHECK-NOT: nest at
void written_between(ARGS) {
  I J {
    C_ = 0;
    L {
      C_ += A_(k) * B_(k);
      C_ = C_ * 2;
    }
  }
}
// CHECK-LABEL: GEMM nests of 'starts_from_other':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major
void starts_from_other(const float *restrict D, ARGS) {
  I J {
    float s = D[i * N + j];
    L s += A_(k) * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'starts_with_k':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
void starts_with_k(ARGS) {
  I {
    J C_ = 0;
    L {
      C[i * N] = k;
      J C_ += A_(k) * B_(k);
    }
  }
}
// CHECK-LABEL: GEMM nests of 'init_shorter':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_shorter(ARGS) {
  I {
    for (long j = 0; j + 1 < N; j++)
      C_ = 0;
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_elsewhere':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_elsewhere(ARGS) {
  I {
    for (long j = 0; j < N; j++)
      C[i * N + j + 1] = 0;
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_transposed':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_transposed(ARGS) {
  I {
    for (long j = 0; j < N; j++)
      C[j * N + i] = 0;
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_with_ones':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_with_ones(unsigned char *restrict D, ARGS) {
  I {
    __builtin_memset(&C[i * N], 1, N * sizeof(float));
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_half':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_half(ARGS) {
  I {
    __builtin_memset(&C[i * N], 0, N * sizeof(float) / 2);
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_other_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_other_row(ARGS) {
  I {
    __builtin_memset(&C[(i + 1) * N], 0, N * sizeof(float));
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_first_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_first_row(ARGS) {
  I {
    __builtin_memset(C, 0, N * sizeof(float));
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'copies_elsewhere':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major
void copies_elsewhere(const float *restrict D, ARGS) {
  I {
    __builtin_memcpy(&C[i * N], &D[2 * i * N], N * sizeof(float));
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'init_as_integer':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void init_as_integer(int *restrict D, ARGS) {
  I {
    for (long j = 0; j < N; j++)
      ((int *)C)[i * N + j] = 7;
    L J C_ += A_(k) * B_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'final_with_k':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major
void final_with_k(ARGS) {
  I J {
    float s = 0;
    long k;
    for (k = 0; k < K; k++)
      s += A_(k) * B_(k);
    C_ = s * A_(k);
  }
}
// CHECK-LABEL: GEMM nests of 'sum_used_inside':
// CHECK-NEXT: no nest at %{{.*}}: the running sum is stored to an element other than the result
void sum_used_inside(float *restrict D, ARGS) {
  I J {
    float s = 0;
    L {
      s += A_(k) * B_(k);
      D[k] = s;
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'two_ways':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void two_ways(long x, ARGS) {
  I J {
    float s = 0;
    if (x > i)
      L s += A_(k) * B_(k);
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'skips_last':
// CHECK-NOT: nest at
void skips_last(ARGS) {
  I J {
    float s = 0;
    L {
      if (k == K - 1 && i == 3)
        continue;
      s += A_(k) * B_(k);
    }
    C_ = s;
  }
}
// CHECK-LABEL: GEMM nests of 'of_pointers':
// CHECK-NEXT: no nest at %{{.*}}: each product is shifted or converted before it is added; do that to the sum, after its loop
void of_pointers(ARGS, float **restrict P) { I J L C_ += (float)((long)P[i * K + k] * (long)B_(k)); }
typedef float V4 __attribute__((vector_size(16)));
// CHECK-LABEL: GEMM nests of 'of_vectors':
// CHECK-NEXT: no nest at %{{.*}}: the type of the sum is not supported; float, double, _Float16 and integers of 8, 16, 32 and 64 bits are
void of_vectors(long M, long N, long K, const V4 *restrict A,
                const V4 *restrict B, V4 *restrict C) {
  I J L C_ += A_(k) * B_(k);
}
// CHECK-LABEL: GEMM nests of 'of_vector_parts':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A general strides
void of_vector_parts(long M, long N, long K, const V4 *restrict A,
                     const float *restrict B, float *restrict C) {
  I J L C_ += A_(k)[1] * B_(k);
}
float opaque(float) __attribute__((const));
float pure(const float *) __attribute__((pure));
// CHECK-LABEL: GEMM nests of 'calls_const':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression
void calls_const(ARGS) { I J L C_ += opaque(A_(k)) * B_(k); }
// CHECK-LABEL: GEMM nests of 'calls_pure':
// CHECK-NEXT: no nest at %{{.*}}: an operand is computed by something other than arithmetic on array elements
void calls_pure(ARGS) { I J L C_ += pure(&A_(k)) * B_(k); }
// CHECK-LABEL: GEMM nests of 'narrow_counter':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void narrow_counter(ARGS) { I J for (unsigned char k = 0; k < K; k++) C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'wide_counter':
// CHECK-NEXT: no nest at %{{.*}}: a loop counter is wider than 64 bits
void wide_counter(__int128 Many, ARGS) { I J for (__int128 k = 0; k < Many; k++) C_ += A_((long)k) * B_((long)k); }
// CHECK-LABEL: GEMM nests of 'counts_wide':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression
void counts_wide(ARGS) { I J for (long k = 0; k < K; k++) C_ += (A_(k) + (float)((__int128)k << 62)) * B_(k); }
// CHECK-LABEL: GEMM nests of 'atomic_operand':
// CHECK-NEXT: no nest at %{{.*}}: the nest has a volatile or atomic access
void atomic_operand(long M, long N, long K, const _Atomic(float) *A, const float *restrict B, float *restrict C) { I J L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'volatile_sum':
// CHECK-NEXT: no nest at %{{.*}}: the nest has a volatile or atomic access
void volatile_sum(long M, long N, long K, const float *restrict A, const float *restrict B, volatile float *restrict C) { I J L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'volatile_bound':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void volatile_bound(long M, long N, volatile long *K, const float *restrict A, const float *restrict B, float *restrict C) { I J for (long k = 0; k < *K; k++) C_ += A[i * 8 + k] * B_(k); }
// CHECK-LABEL: GEMM nests of 'fenced':
// CHECK-NEXT: no nest at %{{.*}}: the nest has a volatile or atomic access
void fenced(ARGS) { I J L { __atomic_signal_fence(__ATOMIC_SEQ_CST); C_ += A_(k) * B_(k); } }
// CHECK-LABEL: GEMM nests of 'alive_inside':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void alive_inside(ARGS) { I J { float s[4]; __builtin_memset(s, 0, 16); (void)opaque(s[i & 3]); L s[k & 3] += A_(k) * B_(k); C_ = s[0]; } }
// CHECK-LABEL: GEMM nests of 'far_away':
// CHECK-NEXT: no nest at %{{.*}}: only 64-bit pointers in the default address space are supported
void far_away(long M, long N, long K, const __attribute__((address_space(256))) float *A, const float *restrict B, float *restrict C) { I J L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'other_loops_bound':
// CHECK-NEXT: GEMM nest at %gemmify.loop{{.*}}
void other_loops_bound(ARGS) { I for (long j = 0; j < N; j++) for (long k = i; k < K; k++) C_ += A_(k) * B_(k); }

//--- What stands beside a product
#define FREE                                                                   \
  long M, long N, long K, const float *restrict A, const float *restrict B,    \
      float *C
#define PRODUCT J L C_ += A_(k) * B_(k);
// CHECK-LABEL: GEMM nests of 'rest_in_four_loops':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 1 writes
void rest_in_four_loops(float *D, FREE) { I { PRODUCT J L for (long p = 0; p < 9; p++) D[i] += 1.0f / (float)(j + k + p); } }
// CHECK-LABEL: GEMM nests of 'rest_by_table':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_by_table(float *D, const long *restrict at, FREE) { I { PRODUCT J D[at[i] + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_by_hash':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_by_hash(float *D, FREE) { I { PRODUCT J D[i * j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_triangle':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_triangle(float *D, FREE) { I { PRODUCT for (long p = 0; p < i; p++) D[i * N + p] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_of_length':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_of_length(float *D, const long *restrict length, FREE) { I { PRODUCT __builtin_memset(D + i * N, 0, length[i]); } }
// CHECK-LABEL: GEMM nests of 'rest_with_own_bound':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 1 writes
void rest_with_own_bound(float *D, const long *bound, FREE) { I { PRODUCT for (long p = 0; p < *bound; p++) D[i * N + p] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_with_own_base':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_with_own_base(float *const *D, FREE) { I { PRODUCT J D[0][i * N + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_with_own_step':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_with_own_step(float *D, long s, FREE) { I { PRODUCT for (long p = 0; p < N; p += s) D[i * N + p] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_divides':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 1 writes
void rest_divides(float *D, long d, FREE) { I { PRODUCT for (long p = 0; p < N / d; p++) D[i * N + p] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_with_volatile':
// CHECK-NEXT: no nest at %{{.*}}: the nest has a volatile or atomic access
void rest_with_volatile(volatile float *D, FREE) { I { PRODUCT J D[i * N + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_that_calls':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void rest_that_calls(float (*f)(long), FREE) { I { PRODUCT C[i * N] += f(i); } }
// CHECK-LABEL: GEMM nests of 'rest_reads_pure':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void rest_reads_pure(float *D, FREE) { I { PRODUCT D[i] = pure(C); } }
// CHECK-LABEL: GEMM nests of 'rest_leaves':
// CHECK-NEXT: no nest at %{{.*}}: an inner loop can exit to more than one place
void rest_leaves(float *D, FREE) { I { PRODUCT for (long p = 0; p < N; p++) { if (D[p] == 0) break; D[p] -= 1; } } }
// CHECK-LABEL: GEMM nests of 'rest_needs_sum':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: the result does not move with two of the loops; all sums end in the same elements
// CHECK: rest: 2 writes, uses the result
void rest_needs_sum(float *D, FREE) { I J { float s = 0; L { s += A_(k) * B_(k); D[k] += 1; } C_ = 2 * s; D[i] = s; } }
// CHECK-LABEL: GEMM nests of 'rest_by_rows':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_by_rows(float **D, FREE) { I { PRODUCT J D[i][j] += 1; } }
// CHECK-LABEL: GEMM nests of 'last_value':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 0 writes, values used after the nest, uses the result
float last_value(FREE) { float s = 0; I J { s = 0; L s += A_(k) * B_(k); C_ = s; } return s; }
// CHECK-LABEL: GEMM nests of 'last_operand':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 0 writes, values used after the nest
float last_operand(FREE) { float a = 0; I J { float s = 0; L { a = A_(k); s += a * B_(k); } C_ = s; } return a; }
// CHECK-LABEL: GEMM nests of 'last_counter':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
// CHECK: rest: 0 writes, values used after the nest
long last_counter(FREE) { long last = 0; I J { float s = 0; L { s += A_(k) * B_(k); last = k; } C_ = s; } return last; }

// CHECK-LABEL: GEMM nests of 'rest_in_four':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_in_four(float *D, FREE) { I { PRODUCT J for (long p = 0; p < N; p++) for (long q = 0; q < N; q++) D[((i * N + j) * N + p) * N + q] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_fills_in_two':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK-NOT: kept:
// CHECK: rest: 1 writes
void rest_fills_in_two(float *D, FREE) { I { PRODUCT J __builtin_memset(D + (i * N + j) * 2 * N, 0, 4 * N); } }
// CHECK-LABEL: GEMM nests of 'rest_fills_in_three':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_fills_in_three(float *D, FREE) { I { PRODUCT J for (long p = 0; p < N; p++) __builtin_memset(D + ((i * N + j) * N + p) * 2 * N, 0, 4 * N); } }
// CHECK-LABEL: GEMM nests of 'rest_divides_stride':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_divides_stride(float *D, unsigned long d, FREE) { I { PRODUCT J D[i * (N / d) + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_divides_start':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_divides_start(float *D, unsigned long d, FREE) { I { PRODUCT J D[N / d + i * N + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_may_wrap':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK-NOT: kept:
// CHECK: rest: 1 writes
void rest_may_wrap(float *D, unsigned s, unsigned t, unsigned n, FREE) { for (unsigned i = 0; i < n; i++) { PRODUCT for (unsigned j = 0; j < n; j++) D[i * s + j + t] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_may_wrap_by_quotient':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_may_wrap_by_quotient(float *D, unsigned s, unsigned t, unsigned n, FREE) { for (unsigned i = 0; i < n; i++) { PRODUCT for (unsigned j = 0; j < n; j++) D[i * (s / t) + j] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_may_wrap_from_quotient':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
// CHECK: rest: 1 writes
void rest_may_wrap_from_quotient(float *D, unsigned s, unsigned t, unsigned n, FREE) { for (unsigned i = 0; i < n; i++) { PRODUCT for (unsigned j = 0; j < n; j++) D[i + j + s / t] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_rows_cancel':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void rest_rows_cancel(float *D, const unsigned *restrict at, unsigned n, FREE) { I { PRODUCT for (unsigned j = 0; j < n; j++) D[(unsigned long)(at[i] + j) - at[i]] += 1; } }
// CHECK-LABEL: GEMM nests of 'rest_needs_rows':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void rest_needs_rows(float *restrict *restrict C, long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict D) { I J { float s = 0; L s += A_(k) * B_(k); C[i][j] = s; D[i * N + j] += 2 * s; } }
// 4 pairs for each statement: 96 are looked at.
#define ADD1(n) D[i + n] += 1;
#define ADD4(n) ADD1(n) ADD1(n + 1) ADD1(n + 2) ADD1(n + 3)
#define ADD24 ADD4(0) ADD4(4) ADD4(8) ADD4(12) ADD4(16) ADD4(20)
// CHECK-LABEL: GEMM nests of 'rest_of_24':
// CHECK-NOT: kept:
// CHECK: rest: 24 writes
void rest_of_24(float *D, long M, long N, long K, const float *A, const float *B, float *C) { I { PRODUCT J { ADD24 } } }
// CHECK-LABEL: GEMM nests of 'rest_of_25':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void rest_of_25(float *D, long M, long N, long K, const float *A, const float *B, float *C) { I { PRODUCT J { ADD24 ADD1(24) } } }

//--- What a guard cannot compute
// CHECK-LABEL: GEMM nests of 'divides_by_elements':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void divides_by_elements(long M, long N, long K, long *restrict d, const float *restrict A, const float *restrict B, float *restrict C) { I J for (long k = 0; k < K / d[j]; k++) C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'tile_divides':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void tile_divides(long T, ARGS) { for (long ii = 0; ii < M; ii += 16) for (long i = ii; i < (ii + 16 < M / T ? ii + 16 : M / T); i++) PRODUCT }

// CHECK-LABEL: GEMM nests of 'row_divides':
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void row_divides(const unsigned *restrict at, unsigned long d, unsigned long lda, ARGS) { I J L C_ += A[at[i] * (lda / d) + k] * B_(k); }

//--- Counters that two loops over j share: fixed, and known where they are needed
#define TWO { float s = 0, t = 0; L { s += A_(k) * B_(k); t += A_(k) * B[k * N + j + 1]; } C_ = s; C[i * N + j + 1] = t; j += 2; }
#define ONE { float s = 0; L s += A_(k) * B_(k); C_ = s; }
// CHECK-LABEL: GEMM nests of 'counter_is_fixed':
// CHECK: m = %M, n = ((-1 * %counter){{.*}} + %N), k = %K
void counter_is_fixed(long x, ARGS) { I { long j = 0; if (x > 5) do TWO while (j + 1 < N); for (; j < N; j++) ONE } }
// CHECK-LABEL: GEMM nests of 'counter_by_condition':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void counter_by_condition(const long *restrict x, ARGS) { I { long j = 0; if (x[i] > 5) do TWO while (j + 1 < N); for (; j < N; j++) ONE } }
// CHECK-LABEL: GEMM nests of 'counter_by_row':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void counter_by_row(long x, const long *restrict y, ARGS) { I { long j = 0; if (x > 5) do TWO while (j < y[i]); for (; j < N; j++) ONE } }
// CHECK-LABEL: GEMM nests of 'counter_divides':
// CHECK: m = %M, n = (2 + (2 * ((-1 + (2 umax (%N /u %d))) /u 2))<nuw>), k = %K
// CHECK: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void counter_divides(unsigned long d, ARGS) { I { unsigned long j = 0; if (M < N) do TWO while (j < N / d); for (; j < N; j++) ONE } }
// CHECK-LABEL: GEMM nests of 'counter_on_two_ways':
// CHECK: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void counter_on_two_ways(long x, long y, ARGS) {
  I {
    long j = 0;
    if (x > 5) { C[i * N] = 1; if (y > 5) goto ones; do TWO while (j + 1 < N); }
    else ones: do { ONE j++; } while (j < N - 5);
    for (; j < N; j++) ONE
  }
}

// CHECK-LABEL: GEMM nests of 'counter_on_other_two_ways':
// CHECK: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void counter_on_other_two_ways(long x, long y, ARGS) {
  I {
    long j = 0;
    if (x > 5) ones: do { ONE j++; } while (j < N - 5);
    else { C[i * N] = 1; if (y > 5) goto ones; do TWO while (j + 1 < N); }
    for (; j < N; j++) ONE
  }
}

//--- Conditions
// CHECK-LABEL: GEMM nests of 'condition_divides':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void condition_divides(long x, long d, ARGS) { I J if (x / d > 5) L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'condition_on_number':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
// CHECK: fixed: %{{.*}}, float at %x
void condition_on_number(const float *restrict x, ARGS) { I J if (*x > 5) L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'condition_calls':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void condition_calls(ARGS) { I J if (pure(A) > 5) L C_ += A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'both_ways':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C - sum A(i,k)*B(k,j), A row-major
// CHECK: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void both_ways(long x, ARGS) { I J if (x > 5) L C_ += A_(k) * B_(k); else L C_ -= A_(k) * B_(k); }
// CHECK-LABEL: GEMM nests of 'condition_is_fixed':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major
void condition_is_fixed(long x, ARGS) { I J if (x > 5) L C_ += A_(k) * B_(k); }
