//===- forms.c - What a product may look like in C ------------------------===//
//
// One function per form of a source. The printed slices say how each is
// understood: i, j, k are the loops of the product, whatever their order was.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

typedef unsigned long size_t;

#define MEMORY C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
#define ARGS                                                                   \
  int M, int N, int K, const double *A, int lda, const double *B, int ldb,     \
      double *C, int ldc
#define I for (int i = 0; i < M; i++)
#define J for (int j = 0; j < N; j++)
#define L for (int k = 0; k < K; k++)

// All six orders.
// CHECK-LABEL: GEMM nests of 'ijk':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: Q: double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*((8 * (sext i32 %ldc to i64))<nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
void ijk(ARGS) { I J L MEMORY }
// CHECK-LABEL: GEMM nests of 'ikj':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: Q: double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*((8 * (sext i32 %ldc to i64))<nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
void ikj(ARGS) { I L J MEMORY }
// CHECK-LABEL: GEMM nests of 'jik':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A column-major, B column-major, C column-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %N to i64), n = (zext i32 %M to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: Q: double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*(8) + j*((8 * (sext i32 %ldc to i64))<nsw>)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: C must be apart from double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
void jik(ARGS) { J I L MEMORY }
// CHECK-LABEL: GEMM nests of 'jki':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A column-major, B column-major, C column-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %N to i64), n = (zext i32 %M to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: Q: double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*(8) + j*((8 * (sext i32 %ldc to i64))<nsw>)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: C must be apart from double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
void jki(ARGS) { J L I MEMORY }
// CHECK-LABEL: GEMM nests of 'kij':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: Q: double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*((8 * (sext i32 %ldc to i64))<nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %A + i*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at %B + j*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
void kij(ARGS) { L I J MEMORY }
// CHECK-LABEL: GEMM nests of 'kji':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A column-major, B column-major, C column-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %N to i64), n = (zext i32 %M to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: Q: double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*(8) + j*((8 * (sext i32 %ldc to i64))<nsw>)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %B + i*(8) + k*((8 * (sext i32 %ldb to i64))<nsw>)
// CHECK-NEXT: C must be apart from double at %A + j*((8 * (sext i32 %lda to i64))<nsw>) + k*(8)
void kji(ARGS) { L J I MEMORY }

// Index types.
// CHECK-LABEL: GEMM nests of 'index_size_t':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = %N, k = %K
// CHECK-NEXT: P: float at %A + i*((4 * %K)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %N))
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * %N)) + j*(4)
// CHECK-NEXT: guard: %{{.*}} is false
// CHECK-NEXT: guard: %{{.*}} is false
// CHECK-NEXT: C must be apart from float at %A + i*((4 * %K)) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * %N))
void index_size_t(size_t M, size_t N, size_t K, const float *A, const float *B,
                  float *C) {
  for (size_t i = 0; i < M; i++)
    for (size_t j = 0; j < N; j++) {
      float s = 0;
      for (size_t k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
}
// CHECK-LABEL: GEMM nests of 'index_long':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = %M, n = %N, k = %K
// CHECK-NEXT: P: float at %A + i*((4 * %K)) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * %N))
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * %N)) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from float at %A + i*((4 * %K)) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * %N))
void index_long(long M, long N, long K, const float *A, const float *B,
                float *C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < K; k++)
        C[i * N + j] += A[i * K + k] * B[k * N + j];
}
// Arithmetic in unsigned may wrap: the guard tests that it does not.
// CHECK-LABEL: GEMM nests of 'index_unsigned':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final:   %{{.*}} = fadd
// CHECK-NEXT: reads C, float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}} is false
// CHECK-NEXT: guard: %{{.*}} is false
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%N) + j*(1) + k*(0)
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(1)
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(0) + j*(1) + k*(%N)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void index_unsigned(unsigned M, unsigned N, unsigned K, const float *A,
                    const float *B, float *C) {
  for (unsigned i = 0; i < M; i++)
    for (unsigned j = 0; j < N; j++) {
      float s = 0;
      for (unsigned k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] += s;
    }
}

// Directions and bounds.
// CHECK-LABEL: GEMM nests of 'downward':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A general strides, B general strides, C general strides, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (sext i32 %N to i64), k = (sext i32 %K to i64)
// CHECK-NEXT: P: double at (-8 + (8 * (zext i32 %M to i64) * (sext i32 %K to i64)) + %A) + i*((-8 * (sext i32 %K to i64))<nsw>) + k*(-8)
// CHECK-NEXT: Q: double at (-8 + (8 * (sext i32 %N to i64) * (sext i32 %K to i64)) + %B) + j*(-8) + k*((-8 * (sext i32 %N to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at (-8 + (8 * (zext i32 %M to i64) * (sext i32 %N to i64)) + %C) + i*((-8 * (sext i32 %N to i64))<nsw>) + j*(-8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at (-8 + (8 * (zext i32 %M to i64) * (sext i32 %K to i64)) + %A) + i*((-8 * (sext i32 %K to i64))<nsw>) + k*(-8)
// CHECK-NEXT: C must be apart from double at (-8 + (8 * (sext i32 %N to i64) * (sext i32 %K to i64)) + %B) + j*(-8) + k*((-8 * (sext i32 %N to i64))<nsw>)
void downward(int M, int N, int K, const double *A, const double *B,
              double *C) {
  for (int i = M - 1; i >= 0; i--)
    for (int j = N - 1; j >= 0; j--) {
      double s = C[i * N + j];
      for (int k = K - 1; k >= 0; k--)
        s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
}
// CHECK-LABEL: GEMM nests of 'submatrix':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C - sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = ((sext i32 %i1 to i64) + (-1 * (sext i32 %i0 to i64))<nsw>), n = ((sext i32 %j1 to i64) + (-1 * (sext i32 %j0 to i64))<nsw>), k = ((sext i32 %k1 to i64) + (-1 * (sext i32 %k0 to i64))<nsw>)
// CHECK-NEXT: P: double at ((8 * (sext i32 %k0 to i64))<nsw> + (8 * (sext i32 %i0 to i64) * (sext i32 %ld to i64)) + %A) + i*((8 * (sext i32 %ld to i64))<nsw>) + k*(8)
// CHECK-NEXT: Q: double at ((8 * (sext i32 %j0 to i64))<nsw> + (8 * (sext i32 %k0 to i64) * (sext i32 %ld to i64)) + %B) + j*(8) + k*((8 * (sext i32 %ld to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at ((8 * (sext i32 %j0 to i64))<nsw> + (8 * (sext i32 %i0 to i64) * (sext i32 %ld to i64)) + %C) + i*((8 * (sext i32 %ld to i64))<nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at ((8 * (sext i32 %k0 to i64))<nsw> + (8 * (sext i32 %i0 to i64) * (sext i32 %ld to i64)) + %A) + i*((8 * (sext i32 %ld to i64))<nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at ((8 * (sext i32 %j0 to i64))<nsw> + (8 * (sext i32 %k0 to i64) * (sext i32 %ld to i64)) + %B) + j*(8) + k*((8 * (sext i32 %ld to i64))<nsw>)
void submatrix(int i0, int i1, int j0, int j1, int k0, int k1, const double *A,
               const double *B, double *C, int ld) {
  for (int i = i0; i < i1; i++)
    for (int j = j0; j < j1; j++)
      for (int k = k0; k < k1; k++)
        C[i * ld + j] -= A[i * ld + k] * B[k * ld + j];
}
// CHECK-LABEL: GEMM nests of 'blocked_lu':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C - sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = ((sext i32 %n to i64) + (-1 * (sext i32 %b to i64))<nsw> + (-1 * (sext i32 %k0 to i64))<nsw>), n = ((sext i32 %n to i64) + (-1 * (sext i32 %b to i64))<nsw> + (-1 * (sext i32 %k0 to i64))<nsw>), k = ((-1 * (sext i32 %k0 to i64))<nsw> + ((1 + (sext i32 %k0 to i64))<nsw> smax ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>))
// CHECK-NEXT: P: double at ((8 * (sext i32 %k0 to i64))<nsw> + (8 * (sext i32 %n to i64) * ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>) + %A) + i*((8 * (sext i32 %n to i64))<nsw>) + k*(8)
// CHECK-NEXT: Q: double at ((8 * ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>)<nsw> + (8 * (sext i32 %n to i64) * (sext i32 %k0 to i64)) + %A) + j*(8) + k*((8 * (sext i32 %n to i64))<nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at (((8 + (8 * (sext i32 %n to i64))<nsw>)<nsw> * ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>) + %A) + i*((8 * (sext i32 %n to i64))<nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at ((8 * (sext i32 %k0 to i64))<nsw> + (8 * (sext i32 %n to i64) * ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>) + %A) + i*((8 * (sext i32 %n to i64))<nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at ((8 * ((sext i32 %b to i64) + (sext i32 %k0 to i64))<nsw>)<nsw> + (8 * (sext i32 %n to i64) * (sext i32 %k0 to i64)) + %A) + j*(8) + k*((8 * (sext i32 %n to i64))<nsw>)
void blocked_lu(int n, int b, int k0, double *A) {
  for (int i = k0 + b; i < n; i++)
    for (int j = k0 + b; j < n; j++)
      for (int k = k0; k < k0 + b; k++)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
}

// Containers.
// CHECK-LABEL: GEMM nests of 'vla':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %A + i*((8 * (zext i32 %K to i64))<nuw><nsw>) + k*(8)
// CHECK-NEXT: Q: double at %B + j*(8) + k*((8 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: double 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*((8 * (zext i32 %N to i64))<nuw><nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %A + i*((8 * (zext i32 %K to i64))<nuw><nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at %B + j*(8) + k*((8 * (zext i32 %N to i64))<nuw><nsw>)
void vla(int M, int N, int K, double A[M][K], double B[K][N], double C[M][N]) {
  I J {
    C[i][j] = 0;
    L C[i][j] += A[i][k] * B[k][j];
  }
}
double GA[100][120], GB[120][90], GC[100][90];
// CHECK-LABEL: GEMM nests of 'global_constant':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = 100, n = 90, k = 120
// CHECK-NEXT: P: double at @GA + i*(960) + k*(8)
// CHECK-NEXT: Q: double at @GB + j*(8) + k*(720)
// CHECK-NEXT: start: double 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at @GC + i*(720) + j*(8)
void global_constant(void) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 90; j++) {
      GC[i][j] = 0;
      for (int k = 0; k < 120; k++)
        GC[i][j] += GA[i][k] * GB[k][j];
    }
}
// CHECK-LABEL: GEMM nests of 'pointer_to_array_transposed':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = C + sum A(i,k)*B(k,j), A column-major, B column-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at %A + i*(8) + k*(800)
// CHECK-NEXT: Q: double at %B + j*(800) + k*(8)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*(800) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from double at %A + i*(8) + k*(800)
// CHECK-NEXT: C must be apart from double at %B + j*(800) + k*(8)
void pointer_to_array_transposed(int M, int N, int K, double (*A)[100],
                                 double (*B)[100], double (*C)[100]) {
  I J L C[i][j] += A[k][i] * B[j][k];
}
// CHECK-LABEL: GEMM nests of 'general_strides':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A general strides, B general strides, C general strides, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * %ra)) + k*((4 * %ca))
// CHECK-NEXT: Q: float at %B + j*((4 * %cb)) + k*((4 * %rb))
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final:   %{{.*}} = fadd
// CHECK-NEXT: reads C, float at %C + i*((4 * %rc)) + j*((4 * %cc))
// CHECK-NEXT: C: float at %C + i*((4 * %rc)) + j*((4 * %cc))
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: C must be apart from float at %A + i*((4 * %ra)) + k*((4 * %ca))
// CHECK-NEXT: C must be apart from float at %B + j*((4 * %cb)) + k*((4 * %rb))
void general_strides(int M, int N, int K, const float *A, long ra, long ca,
                     const float *B, long rb, long cb, float *C, long rc,
                     long cc) {
  I J {
    float s = 0;
    L s += A[i * ra + k * ca] * B[k * rb + j * cb];
    C[i * rc + j * cc] += s;
  }
}
// CHECK-LABEL: GEMM nests of 'small_constant':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = 8, n = 8, k = 8
// CHECK-NEXT: P: float at %A + i*(32) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*(32)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*(32) + j*(4)
// CHECK-NEXT: C must be apart from float at %A + i*(32) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*(32)
void small_constant(float A[8][8], float B[8][8], float C[8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 8; k++)
        C[i][j] += A[i][k] * B[k][j];
}
// CHECK-LABEL: GEMM nests of 'batched':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at ((4 * (zext i32 {0,+,(%M * %K)}<%for.cond1.preheader> to i64))<nuw><nsw> + %A) + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at ((4 * (zext i32 {0,+,%K}<%for.cond1.preheader> to i64) * (zext i32 %N to i64)) + %B) + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at {%C,+,(4 * (zext i32 %M to i64) * (zext i32 %N to i64))}<%for.cond1.preheader> + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): {0,+,(%M * %K)}<%for.cond1.preheader> + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at ((4 * (zext i32 {0,+,(%M * %K)}<%for.cond1.preheader> to i64))<nuw><nsw> + %A) + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at ((4 * (zext i32 {0,+,%K}<%for.cond1.preheader> to i64) * (zext i32 %N to i64)) + %B) + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void batched(int Batch, int M, int N, int K, const float *A, const float *B,
             float *C) {
  for (int b = 0; b < Batch; b++)
    I J {
      float s = 0;
      L s += A[(b * M + i) * K + k] * B[(b * K + k) * N + j];
      C[(b * M + i) * N + j] = s;
    }
}

// Start values, alpha and beta.
// CHECK-LABEL: GEMM nests of 'zeroed_by_row':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at @GA + i*(960) + k*(8)
// CHECK-NEXT: Q: double at @GB + j*(8) + k*(720)
// CHECK-NEXT: start: double 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at @GC + i*(720) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
void zeroed_by_row(int M, int N, int K) {
  I {
    J GC[i][j] = 0;
    L J GC[i][j] += GA[i][k] * GB[k][j];
  }
}
// CHECK-LABEL: GEMM nests of 'polybench_gemm':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = an expression + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P:   %{{.*}} = fmul
// CHECK-NEXT: reads double at @GA + i*(960) + k*(8)
// CHECK-NEXT: Q: double at @GB + j*(8) + k*(720)
// CHECK-NEXT: start:   %{{.*}} = fmul
// CHECK-NEXT: reads C, double at @GC + i*(720) + j*(8)
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at @GC + i*(720) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
void polybench_gemm(int M, int N, int K, double alpha, double beta) {
  I {
    J GC[i][j] *= beta;
    L J GC[i][j] += alpha * GA[i][k] * GB[k][j];
  }
}
// CHECK-LABEL: GEMM nests of 'beta_then_jk':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: double at @GA + i*(960) + k*(8)
// CHECK-NEXT: Q: double at @GB + j*(8) + k*(720)
// CHECK-NEXT: start:   %{{.*}} = fmul
// CHECK-NEXT: reads C, double at @GC + i*(720) + j*(8)
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at @GC + i*(720) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
void beta_then_jk(int M, int N, int K, double beta) {
  I {
    J GC[i][j] *= beta;
    J L GC[i][j] += GA[i][k] * GB[k][j];
  }
}
// CHECK-LABEL: GEMM nests of 'beta_in_place':
// CHECK-NEXT: GEMM nest at %{{.*}}: double C(i,j) = an expression + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P:   %{{.*}} = fmul
// CHECK-NEXT: reads double at %A + i*((8 * (zext i32 %K to i64))<nuw><nsw>) + k*(8)
// CHECK-NEXT: Q: double at %B + j*(8) + k*((8 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start:   %{{.*}} = fmul
// CHECK-NEXT: reads C, double at %C + i*((8 * (zext i32 %N to i64))<nuw><nsw>) + j*(8)
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: double at %C + i*((8 * (zext i32 %N to i64))<nuw><nsw>) + j*(8)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from double at %A + i*((8 * (zext i32 %K to i64))<nuw><nsw>) + k*(8)
// CHECK-NEXT: C must be apart from double at %B + j*(8) + k*((8 * (zext i32 %N to i64))<nuw><nsw>)
void beta_in_place(int M, int N, int K, double alpha, double beta,
                   const double *A, const double *B, double *C) {
  I J {
    C[i * N + j] *= beta;
    L C[i * N + j] += alpha * A[i * K + k] * B[k * N + j];
  }
}
// CHECK-LABEL: GEMM nests of 'alpha_on_sum_beta':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final:   %{{.*}} = tail call
// CHECK-NEXT: reads C, float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void alpha_on_sum_beta(int M, int N, int K, float alpha, float beta,
                       const float *A, const float *B, float *C) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = alpha * s + beta * C[i * N + j];
  }
}
// CHECK-LABEL: GEMM nests of 'alpha_on_product':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum alpha*(A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: scale: float %alpha
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void alpha_on_product(int M, int N, int K, float alpha, const float *A,
                      const float *B, float *C) {
  I J L C[i * N + j] += alpha * (A[i * K + k] * B[k * N + j]);
}
// CHECK-LABEL: GEMM nests of 'alpha_on_b':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B an expression, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q:   %{{.*}} = fmul
// CHECK-NEXT: reads float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void alpha_on_b(int M, int N, int K, float alpha, const float *A,
                const float *B, float *C) {
  I J L C[i * N + j] += A[i * K + k] * (alpha * B[k * N + j]);
}
// CHECK-LABEL: GEMM nests of 'scaled_afterwards':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(C + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final:   %{{.*}} = fmul
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void scaled_afterwards(int M, int N, int K, float alpha, const float *A,
                       const float *B, float *C) {
  I J {
    L C[i * N + j] += A[i * K + k] * B[k * N + j];
    C[i * N + j] *= alpha;
  }
}
