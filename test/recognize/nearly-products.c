//===- nearly-products.c - Nests that miss a product by one thing ---------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// A condition, a write or what a product is added to is nearly what it would
// have to be.
//
//===----------------------------------------------------------------------===//

#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C
#define FREE long M, long N, long K, const float *A, const float *B, float *C
#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]
#define SUM float s = 0; L s += A_ * B_;
typedef unsigned char byte;
typedef long double wide;
extern float sqrtf(float);
extern void call(void);

//--- Branches
// CHECK-LABEL: GEMM nests of 'computed_in_four_steps':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
void computed_in_four_steps(const byte *p, FREE) { I J if ((((*p ^ 5) * 3) ^ 9) > 20) { SUM C_ = s; } }
// CHECK-LABEL: GEMM nests of 'computed_in_six_steps':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void computed_in_six_steps(const byte *p, FREE) { I J if ((((((((*p ^ 5) * 3) ^ 9) * 7) ^ 17) * 11) ^ 33) > 20) { SUM C_ = s; } }
// CHECK-LABEL: GEMM nests of 'divided':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: guard: (%n /u (zext i8 %{{.*}} to i32)) sgt 3
void divided(const byte *p, int n, FREE) { I J if (n / *p > 3) { SUM C_ = s; } }
// CHECK-LABEL: GEMM nests of 'divided_twice':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: guard: (%n /u (zext i8 %{{.*}} to i32)) sgt 3{{$}}
// CHECK: guard: (%m /u (zext i8 %{{.*}} to i32)) sgt 5{{$}}
void divided_twice(const byte *p, int n, int m, FREE) { I J if ((n / *p > 3) & (m / *p > 5)) { SUM C_ = s; } }
// CHECK-LABEL: GEMM nests of 'divided_either':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: guard: (%n /u (zext i8 %{{.*}} to i32)) sgt 3 is false
// CHECK: guard: (%m /u (zext i8 %{{.*}} to i32)) sgt 5 is false
void divided_either(const byte *p, int n, int m, FREE) { I J { if ((n / *p > 3) | (m / *p > 5)) continue; SUM C_ = s; } }
// CHECK-LABEL: GEMM nests of 'bound_by_row':
// CHECK-NEXT: no nest at %{{.*}}: a bound, address or stride of the nest cannot be computed safely before it
void bound_by_row(const byte *p, const float *W, float *D, FREE) {
  I {
    long n = 1;
    if (W[i] > 0) { n = *p; D[0] = 1; }
    else { long q = 0; do { D[q] = 2; n = *p; D[q + 1] = 3; } while (++q < M); }
    long j = 0; do { SUM C_ = s; } while (++j < n);
  }
}
// CHECK-LABEL: GEMM nests of 'third_choice':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: guard: %cmp{{[0-9]+}} is false
// CHECK: guard: %cmp{{[0-9]+}} is false
// CHECK: guard: %cmp{{[0-9]+}} is false
void third_choice(int a, int b, int c, FREE) { I J { SUM if (a == 1) call(); else if (b == 1) call(); else if (c == 1) call(); else C_ = s; } }
// CHECK-LABEL: GEMM nests of 'fourth_choice':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void fourth_choice(int a, int b, int c, int d, volatile int *V, FREE) { I J { SUM if (a == 1) *V = 1; else if (b == 1) *V = 1; else if (c == 1) *V = 1; else if (d == 1) *V = 1; else C_ = s; } }
// CHECK-LABEL: GEMM nests of 'index_by_condition':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void index_by_condition(const long *X, const long *W, ARGS) { I J { long o = 0; if (W[j] > 0) o = X[j]; float s = 0; L s += A[i * K + k + o] * B_; C_ = s; } }
// CHECK-LABEL: GEMM nests of 'row_by_condition':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void row_by_condition(const long *X, const long *Y, const long *W, ARGS) { I { long o; if (W[i] > 0) o = X[i]; else o = Y[i]; J { float s = 0; L s += A[o + k] * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'list_of_rows':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void list_of_rows(const float **Next, ARGS) { const float *a = A; I { J { float s = 0; L s += a[k] * B_; C_ = s; } a = Next[i]; } }

//--- Running indices that are cut to a byte
// CHECK-LABEL: GEMM nests of 'cut_to_a_byte':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: must not wrap (unsigned i8): (trunc i64 %first to i8) + i*((trunc i64 %step to i8)) + j*(0) + k*(0)
// CHECK-NEXT: if %first eq (zext i8 (trunc i64 %first to i8) to i64)
// CHECK-NEXT: if %step eq (zext i8 (trunc i64 %step to i8) to i64)
void cut_to_a_byte(long first, long step, ARGS) { long c = first; I { J { SUM C[c + j] = s; } c = (byte)c + step; } }
// CHECK-LABEL: GEMM nests of 'cut_in_each_row':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
void cut_in_each_row(long step, ARGS) { I { long c = i * step; J { SUM C[c] = s; c = (byte)c + 1; } } }

//--- Writes
// CHECK-LABEL: GEMM nests of 'root_of_counts':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may set errno; compile with -fno-math-errno or move it out of the loops
void root_of_counts(const int *D, FREE) { I J { SUM C_ = s / sqrtf(D[j]); } }
// CHECK-LABEL: GEMM nests of 'two_starts':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest, runs first: 1 writes
void two_starts(FREE) { I { J C_ = 2.0f; J { C_ = 3.0f; L C_ += A_ * B_; } } }
// CHECK-LABEL: GEMM nests of 'stores_on_condition':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void stores_on_condition(float *D, FREE) { I J L { float t = C_ + A_ * B_; D[k] = t; if (A_ > 0) C_ = t; } }
// CHECK-LABEL: GEMM nests of 'starts_in_a_loop':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest, runs first: 2 writes
void starts_in_a_loop(long P, float *D, FREE) { I J { for (long p = 0; p < P; p++) { C_ = 0; D[p] = 1; } L C_ += A_ * B_; } }
// CHECK-LABEL: GEMM nests of 'reads_another':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(C + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
// CHECK: reads float at %D + i*(4)
void reads_another(const float *D, FREE) { I J { L C_ += A_ * B_; C_ = D[i] - C_; } }
// CHECK-LABEL: GEMM nests of 'reads_bits':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(C + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
// CHECK: reads i32 at %C + i*((4 * %N)) + j*(4)
void reads_bits(FREE) { I J { L C_ += A_ * B_; int bits = *(int *)&C_; C_ = bits - C_; } }
// CHECK-LABEL: GEMM nests of 'in_one_array':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major
// CHECK: rest: 1 writes
void in_one_array(FREE) { I J for (long k = 0; k < K; k++) { C_ += A_ * B_; C[M * N + i * K + k] += A[i * N + j] * B[j * K + k]; } }

//--- Not quite sums
#define WIDE long M, long N, long K, const wide *A, const wide *B, wide *C
// CHECK-LABEL: GEMM nests of 'wide_sum':
// CHECK-NEXT: no nest at %{{.*}}: the type of the sum is not supported; float, double, _Float16 and integers of 8, 16, 32 and 64 bits are
void wide_sum(WIDE) { I J L C_ += A_ * B_; }
// CHECK-LABEL: GEMM nests of 'adds_to_either':
// CHECK-NOT: nest at
void adds_to_either(const wide *U, const float *W, wide *D, WIDE) { I J L { wide x = 1; if (W[k] > 0) x = U[k]; D[k] = x + A_ * B_; } }
// CHECK-LABEL: GEMM nests of 'adds_to_the_last':
// CHECK-NOT: nest at
void adds_to_the_last(const wide *U, wide *D, WIDE) { I J { wide x = 0; L { D[k] = x + A_ * B_; x = U[k]; } } }
// CHECK-LABEL: GEMM nests of 'adds_to_the_first':
// CHECK-NOT: nest at
void adds_to_the_first(WIDE) { I J { wide x = C_; L C_ = x + A_ * B_; } }
// CHECK-LABEL: GEMM nests of 'adds_to_another':
// CHECK-NOT: nest at
void adds_to_another(wide *D, WIDE) { I J L D[k] = C_ + A_ * B_; }
// CHECK-LABEL: GEMM nests of 'adds_behind':
// CHECK-NOT: nest at
void adds_behind(wide *D, WIDE) { I J { wide x; long k = 0; do { x = C_ + A_ * B_; D[k] = x; } while (++k < K); C_ = x; } }

//--- What remains to be said once the sum is written otherwise
// CHECK-LABEL: GEMM nests of 'in_a_triangle':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)),
void in_a_triangle(ARGS) { I L for (long j = 0; j <= i; j++) C_ += A[j * K + k] * B[i * K + k] + B[j * K + k] * A_; }
// CHECK-LABEL: GEMM nests of 'in_a_square':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)),
void in_a_square(ARGS) { I L for (long j = 0; j < M; j++) C_ += A[j * K + k] * B[i * K + k] + B[j * K + k] * A_; }
