//===- slices.c - Operands, start and final values that are expressions ---===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-math-errno -fno-discard-value-names -S \
// RUN:   -emit-llvm -o - %s | %opt -passes='print<gemmify-nests>' \
// RUN:   -disable-output 2>&1 | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS                                                                   \
  int M, int N, int K, const float *restrict A, const float *restrict B,       \
      float *restrict C, const float *restrict x, const float *restrict Z,     \
      float alpha
#define IJ                                                                     \
  for (int i = 0; i < M; i++)                                                  \
    for (int j = 0; j < N; j++)
#define L for (int k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]
#define OPERAND(NAME, P)                                                       \
  void NAME(ARGS) { IJ L C_ += (P) * B_; }
#define FINAL(NAME, E)                                                         \
  void NAME(ARGS) {                                                            \
    IJ {                                                                       \
      float s = 0;                                                             \
      L s += A_ * B_;                                                          \
      E;                                                                       \
    }                                                                          \
  }
#define START(NAME, E)                                                         \
  void NAME(ARGS) {                                                            \
    IJ {                                                                       \
      float s = E;                                                             \
      L s += A_ * B_;                                                          \
      C_ = s;                                                                  \
    }                                                                          \
  }

// Operands.
// CHECK-LABEL: GEMM nests of 'add_i':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = fadd float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: reads float at %x + i*(4)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(add_i, A_ + x[i])
// CHECK-LABEL: GEMM nests of 'scale_k':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = fmul float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: reads float at %x + k*(4)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(scale_k, A_ *x[k])
// CHECK-LABEL: GEMM nests of 'matrix_sum':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = fsub float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: reads float at %Z + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(matrix_sum, A_ - Z[i * K + k])
// CHECK-LABEL: GEMM nests of 'relu_a':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = select i1 %{{[^ ,]+}}, float %{{[^ ,]+}}, float 0.000000e+00
// CHECK-NEXT: reads float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(relu_a, A_ > 0 ? A_ : 0)
// CHECK-LABEL: GEMM nests of 'counter_k':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = fadd float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: counts 0 + k*(1)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(counter_k, A_ + (float)k)
// CHECK-LABEL: GEMM nests of 'counter_product':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A an expression, B row-major, C row-major, in source order, fused
// CHECK: P: {{.*}} = uitofp nneg i32 %{{[^ ,]+}} to float
// CHECK-NEXT: counts 0 + k*(1)
// CHECK-NEXT: counts 0 + i*(1)
// CHECK: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
OPERAND(counter_product, (float)(i * k))
// CHECK-LABEL: GEMM nests of 'counter_down':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A general strides, B an expression, C row-major, in source order, fused
// CHECK: P: float at (12 + (4 * (sext i32 %K to i64) * (-1 + (zext i32 %M to i64))<nsw>) + %A) + i*((-4 * (sext i32 %K to i64))<nsw>) + k*(8)
// CHECK: Q: {{.*}} = fsub float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at ((12 * (sext i32 %N to i64))<nsw> + %B) + j*(4) + k*((8 * (sext i32 %N to i64))<nsw>)
// CHECK-NEXT: counts 3 + k*(2)
// CHECK-NEXT: counts 0 + j*(1)
void counter_down(ARGS) {
  for (int i = M; i-- > 0;)
    for (int j = 0; j < N; j++)
      for (int k = 3; k < K; k += 2)
        C_ += A_ * (B_ - (float)(k - j));
}

// Final values.
// CHECK-LABEL: GEMM nests of 'bias_j':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = fadd float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %x + j*(4)
FINAL(bias_j, C_ = s + x[j])
// CHECK-LABEL: GEMM nests of 'relu_if':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = select i1 %{{[^ ,]+}}, float 0.000000e+00, float %{{[^ ,]+}}
FINAL(relu_if, if (s < 0) s = 0; C_ = s)
// CHECK-LABEL: GEMM nests of 'branches':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = select i1 %{{[^ ,]+}}, float %{{[^ ,]+}}, float %{{[^ ,]+}}
FINAL(branches, if (s < 0) C_ = alpha * s; else C_ = s)
// CHECK-LABEL: GEMM nests of 'self_scaled':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = tail call float @llvm.fmuladd.f32(float %{{[^ ,]+}}, float %alpha, float %{{[^ ,]+}})
// CHECK-NEXT: reads C, float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
FINAL(self_scaled, C_ += s * alpha)
// CHECK-LABEL: GEMM nests of 'residual':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = fadd float %{{[^ ,]+}}, %{{[^ ,]+}}
// CHECK-NEXT: reads float at %Z + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
FINAL(residual, C_ = Z[i * N + j] + s)
// CHECK-LABEL: GEMM nests of 'root':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = tail call float @llvm.sqrt.f32(float %{{[^ ,]+}})
FINAL(root, C_ = __builtin_sqrtf(s))
// CHECK-LABEL: GEMM nests of 'exponential':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = fdiv float 1.000000e+00, %{{[^ ,]+}}
FINAL(exponential, C_ = 1 / (1 + __builtin_expf(-s)))
// CHECK-LABEL: GEMM nests of 'diagonal':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = select i1 %{{[^ ,]+}}, float %{{[^ ,]+}}, float 0.000000e+00
// CHECK-NEXT: counts 0 + i*(1)
// CHECK-NEXT: counts 0 + j*(1)
FINAL(diagonal, C_ = i == j ? s : 0)
// CHECK-LABEL: GEMM nests of 'memory_relu':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = select i1 %{{[^ ,]+}}, float 0.000000e+00, float %{{[^ ,]+}}
void memory_relu(ARGS) {
  IJ {
    C_ = 0;
    L C_ += A_ * B_;
    C_ = C_ < 0 ? 0 : C_;
  }
}

// Start values.
// CHECK-LABEL: GEMM nests of 'start_bias':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: start: float at %x + j*(4)
START(start_bias, x[j])
// CHECK-LABEL: GEMM nests of 'start_counter':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: start: {{.*}} = uitofp nneg i32 %{{[^ ,]+}} to float
// CHECK-NEXT: counts 0 + j*(1)
// CHECK-NEXT: counts 0 + i*(1)
START(start_counter, (float)(i + j))
// CHECK-LABEL: GEMM nests of 'start_scaled':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: start: {{.*}} = tail call float @llvm.fmuladd.f32(float %{{[^ ,]+}}, float %alpha, float %{{[^ ,]+}})
// CHECK-NEXT: reads C, float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: reads float at %x + i*(4)
START(start_scaled, C_ *alpha + x[i])
// CHECK-LABEL: GEMM nests of 'start_rows':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = an expression + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: start: float at %x + j*(4)
void start_rows(ARGS) {
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++)
      C_ = x[j];
    L for (int j = 0; j < N; j++) C_ += A_ * B_;
  }
}

// The type of C is not the sum's.
// CHECK-LABEL: GEMM nests of 'narrower':
// CHECK-NEXT: GEMM nest at %{{.*}}: float -> int8 C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: final: {{.*}} = select i1 %{{[^ ,]+}}, i8 -128, i8 %{{[^ ,]+}}
void narrower(int M, int N, int K, const float *A, const float *B,
              signed char *C) {
  IJ {
    float s = 0;
    L s += A_ * B_;
    s = s < -128 ? -128 : s > 127 ? 127 : s;
    C_ = (signed char)s;
  }
}
// CHECK-LABEL: GEMM nests of 'wider':
// CHECK-NEXT: GEMM nest at %{{.*}}: float -> double C(i,j) = f(an expression + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK: start: {{.*}} = fptrunc double %{{[^ ,]+}} to float
// CHECK-NEXT: reads C, double at %C + i*((8 * (zext i32 %N to i64))<nuw><nsw>) + j*(8)
// CHECK: final: {{.*}} = fpext float %{{[^ ,]+}} to double
void wider(int M, int N, int K, const float *A, const float *B, double *C) {
  IJ {
    float s = (float)C_;
    L s += A_ * B_;
    C_ = s;
  }
}
