//===- rejections.c - Every sentence that says why a nest is kept ---------===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

#define ARGS int M, int N, int K, const float *A, const float *B, float *C
#define I for (int i = 0; i < M; i++)
#define J for (int j = 0; j < N; j++)
#define L for (int k = 0; k < K; k++)
#define MEMORY C[i * N + j] += A[i * K + k] * B[k * N + j];

// CHECK-LABEL: GEMM nests of 'a_break':
// CHECK-NEXT: no nest at %{{.*}}: a loop of the nest has more than one way out; remove the break, return or goto
void a_break(ARGS) {
  I J L {
    if (B[k] == 0)
      break;
    MEMORY
  }
}
// CHECK-LABEL: GEMM nests of 'triangular':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void triangular(ARGS) {
  I for (int j = 0; j < 2 * i; j++) L MEMORY
}
// CHECK-LABEL: GEMM nests of 'bound_changes':
// CHECK-NEXT: no nest at %{{.*}}: the number of iterations of a loop cannot be computed before it starts; its bound may change inside the nest
void bound_changes(int M, int *N, int K, const float *A, const float *B,
                   float *C) {
  I for (int j = 0; j < N[j + 1]; j++) L C[i * 100 + j] +=
      A[i * K + k] * B[k * 100 + j];
}
// CHECK-LABEL: GEMM nests of 'condition_on_product':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void condition_on_product(ARGS) {
  I J L if (A[i * K + k] != 0) MEMORY
}
// CHECK-LABEL: GEMM nests of 'condition_on_rows':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void condition_on_rows(const int *flag, ARGS) {
  I if (flag[i]) J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'stops_early':
// CHECK-NEXT: no nest at %{{.*}}: the outermost loop of the nest has more than one way out
void stops_early(ARGS) {
  I J {
    if (C[i * N + j] < 0)
      return;
    L MEMORY
  }
}
// CHECK-LABEL: GEMM nests of 'scattered_by_element':
// CHECK-NEXT: no nest at %{{.*}}: an address does not move by a fixed stride with each loop; the pointer, its leading dimension or its index changes inside the nest
void scattered_by_element(const int *index, ARGS) {
  I J L C[index[i * N + j]] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'scattered_elements':
// CHECK-NEXT: GEMM nest at
// CHECK: kept: rows and columns of the result are both looked up in tables; compute into a matrix without tables, then scatter it
void scattered_elements(const int *row, const int *column, ARGS) {
  I J L C[row[i] * N + column[j]] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'volatile_operand':
// CHECK-NEXT: no nest at %{{.*}}: the nest has a volatile or atomic access
void volatile_operand(int M, int N, int K, const volatile float *A,
                      const float *B, float *C) {
  I J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'prefix_sums':
// CHECK-NEXT: no nest at %{{.*}}: the running sum is stored to an element other than the result
void prefix_sums(float *P, ARGS) {
  I J {
    float s = 0;
    L {
      s += A[i * K + k] * B[k * N + j];
      P[k] = s;
    }
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'running_sum_used':
// CHECK-NEXT: no nest at %{{.*}}: the running sum is used inside the k loop, not only after it
void running_sum_used(float *restrict P, ARGS) {
  I J {
    float s = 0;
    L {
      P[k] = s * 2;
      s += A[i * K + k] * B[k * N + j];
    }
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'not_stored':
// CHECK-NEXT: no nest at %{{.*}}: the sum is not stored to an element of an array right after the k loop
float not_stored(ARGS) {
  float t = 0;
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    t += s;
  }
  return t;
}
// CHECK-LABEL: GEMM nests of 'elementwise':
// CHECK-NEXT: no nest at %{{.*}}: each iteration updates another element; there is no loop that sums
void elementwise(ARGS) {
  I J L C[(i * N + j) * K + k] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'two_sums':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C column-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: kept: the result does not move with two of the loops; all sums end in the same elements
void two_sums(ARGS) {
  I J L C[i] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'factors_mixed':
// CHECK-NEXT: no nest at %{{.*}}: the product's factors do not split into one that ignores j and one that ignores i
void factors_mixed(ARGS) {
  I J L C[i * N + j] += A[i * N + j] * B[k * N + j];
}
void log_it(float);
// CHECK-LABEL: GEMM nests of 'calls':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void calls(ARGS) {
  I J L {
    log_it(A[k]);
    MEMORY
  }
}
// As uBLAS's checked products ask for their depth in each element.
int ask_depth(void);
// CHECK-LABEL: GEMM nests of 'calls_for_depth':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void calls_for_depth(ARGS) {
  I J {
    float s = 0;
    for (int k = 0, depth = ask_depth(); k < depth; k++)
      s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
float expf(float);
long lrintf(float);
float frexpf(float, int *);
float expg(float);
// CHECK-LABEL: GEMM nests of 'exponential':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may set errno; compile with -fno-math-errno or move it out of the loops
void exponential(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * expf(B[k * N + j]);
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'rounded':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may set errno; compile with -fno-math-errno or move it out of the loops
void rounded(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * lrintf(B[k * N + j]);
    C[i * N + j] = s;
  }
}
// What does more than set errno is another function.
// CHECK-LABEL: GEMM nests of 'exponent':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void exponent(ARGS, int *e) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = frexpf(s, e);
  }
}
// CHECK-LABEL: GEMM nests of 'own_exponential':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
void own_exponential(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = expg(s);
  }
}
// CHECK-LABEL: GEMM nests of 'not_the_library':
// CHECK-NEXT: no nest at %{{.*}}: the nest calls a function that may have side effects; mark it const or move it out of the loops
__attribute__((no_builtin)) void not_the_library(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = expf(s);
  }
}
// CHECK-LABEL: GEMM nests of 'result_is_operand':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %N to i64), n = (zext i32 %N to i64), k = (zext i32 %N to i64)
// CHECK-NEXT: P: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: C
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: kept: the result is also an operand of the product; compute into another array
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void result_is_operand(int N, float *C, const float *B) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        C[i * N + j] += C[i * N + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'same_elements':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final: the sum
// CHECK-NEXT: C: float at %C + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: kept: the result does not move with two of the loops; all sums end in the same elements
void same_elements(ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'rounds_each_step':
// CHECK-NEXT: no nest at %{{.*}}: the sum is rounded to a narrower type in each step; keep it in a variable of the product's type
void rounds_each_step(int M, int N, int K, const double *A, const double *B,
                      float *C) {
  I J L C[i * N + j] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'init_with_break':
// CHECK-NEXT: no nest at %{{.*}}: an inner loop can exit to more than one place
void init_with_break(ARGS) {
  I {
    for (int j = 0; j < N; j++) {
      if (B[j] == 0)
        break;
      C[i * N + j] = 0;
    }
    J L MEMORY
  }
}
// CHECK-LABEL: GEMM nests of 'a_switch':
// CHECK-NEXT: no nest at %{{.*}}: the nest contains a switch, an invoke or another branch that is not a loop
void a_switch(const int *mode, ARGS) {
  I {
    switch (mode[i]) {
    case 1:
      C[i * N] = 1;
      break;
    case 2:
      C[i * N] = 3;
      break;
    case 7:
      C[i * N] = 4;
      break;
#define CASES(X)                                                               \
  case X: case X + 3: case X + 7: case X + 11: C[i * N] = X; break;
      CASES(20) CASES(40) CASES(60) CASES(80)
    }
    J L MEMORY
  }
}
#define X2(X) X *X
#define X4(X) X2(X) * X2(X)
#define X16(X) X4(X) * X4(X) * X4(X) * X4(X)
#define X80(X) X16(X) * X16(X) * X16(X) * X16(X) * X16(X)
// CHECK-LABEL: GEMM nests of 'huge_expression':
// CHECK-NEXT: no nest at %{{.*}}: an operand is an expression of more than 64 instructions
void huge_expression(ARGS) {
  I J L C[i * N + j] += (X80(A[i * K + k])) * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'previous_operand':
// CHECK-NEXT: no nest at %{{.*}}: an operand depends on an earlier iteration or on a branch inside the nest
void previous_operand(ARGS) {
  I J {
    float s = 0, last = 0;
    L {
      s += last * B[k * N + j];
      last = A[i * K + k];
    }
    C[i * N + j] = s;
  }
}
__attribute__((const)) float opaque(float, const void *) __attribute__((nothrow));
// CHECK-LABEL: GEMM nests of 'pure_call':
// CHECK-NEXT: no nest at %{{.*}}: an operand is computed by something other than arithmetic on array elements
void pure_call(ARGS) {
  I J L C[i * N + j] += opaque(A[i * K + k], A) * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'reads_again':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major, in source order, fused
// CHECK-NEXT: m = (zext i32 %M to i64), n = (zext i32 %N to i64), k = (zext i32 %K to i64)
// CHECK-NEXT: P: float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: Q: float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
// CHECK-NEXT: start: float 0.000000e+00
// CHECK-NEXT: final:   %{{.*}} = fadd
// CHECK-NEXT: C: float at %C + i*((4 * (zext i32 %N to i64))<nuw><nsw>) + j*(4)
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: guard: %{{.*}}
// CHECK-NEXT: must not wrap (unsigned i32): 0 + i*(%K) + j*(0) + k*(0)
// CHECK-NEXT: C must be apart from float at %A + i*((4 * (zext i32 %K to i64))<nuw><nsw>) + k*(4)
// CHECK-NEXT: C must be apart from float at %B + j*(4) + k*((4 * (zext i32 %N to i64))<nuw><nsw>)
void reads_again(ARGS) {
  I J {
    float s = 0;
    C[i * N + j] = 1;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] += s;
  }
}
// CHECK-LABEL: GEMM nests of 'prefix_sums_only':
// CHECK-NEXT: no nest at %{{.*}}: the element that receives the sum moves with the k loop
void prefix_sums_only(ARGS) {
  I J {
    float s = 0;
    L {
      s += A[i * K + k] * B[k * N + j];
      C[(i * N + j) * K + k] = s;
    }
  }
}
// CHECK-LABEL: GEMM nests of 'sums_over_two_loops':
// CHECK-NEXT: no nest at %{{.*}}: the sum runs over more than one loop
void sums_over_two_loops(ARGS) {
  I L J C[j] += A[i * K + k] * B[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'changed_between':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void changed_between(ARGS) {
  I L {
    J MEMORY
    C[i * N] *= 2;
  }
}
// CHECK-LABEL: GEMM nests of 'operand_changes':
// CHECK: kept: another statement of the nest needs elements of the product before they are complete, or changes what the product still reads; split the loop
void operand_changes(int M, int N, int K, const float *A, float *B, float *C) {
  I {
    J L MEMORY
    B[i] = 1;
  }
}
// CHECK-LABEL: GEMM nests of 'counts_somewhere':
// CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
void counts_somewhere(const int *where, float *count, ARGS) {
  I {
    J L MEMORY
    count[where[i]] += 1;
  }
}
// CHECK-LABEL: GEMM nests of 'sum_used_twice':
// CHECK-NEXT: no nest at %{{.*}}: the sum is used for more than the result that is computed from it; store the sum itself
void sum_used_twice(float *restrict D, ARGS) {
  I J {
    float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s * 2;
    D[i * N + j] = s + 1;
  }
}
// CHECK-LABEL: GEMM nests of 'last_operand_added':
// CHECK-NEXT: no nest at %{{.*}}: an operand is the last value of another loop; read it from the array again
void last_operand_added(ARGS) {
  I J {
    float s = 0, a = 0;
    L {
      a = A[i * K + k];
      s += a * B[k * N + j];
    }
    C[i * N + j] = s + a;
  }
}
// The default that LLVM gives a switch over all cases is no check, and no case.
// CHECK-LABEL: GEMM nests of 'all_cases':
// CHECK-NEXT: GEMM nest at %{{.*}}.cases: float C(i,j) = C + sum A(i,k)*B(k,j)
void all_cases(ARGS, float *D, const int *P) {
  I J L {
    MEMORY
    switch (P[k] & 3) {
    case 0: D[0]++; break;
    case 1: D[1] *= 3; break;
    case 2: D[2] += 4; break;
    case 3: D[8] = 9; break;
    }
  }
}
// CHECK-LABEL: GEMM nests of 'bounds_check':
// CHECK-NEXT: no nest at %{{.*}}: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
_Noreturn void complain(void);
void bounds_check(ARGS, int size) {
  I J L {
    if (i * k >= size)
      complain();
    MEMORY
  }
}
// CHECK-LABEL: GEMM nests of 'convolution':
// CHECK-NEXT: no nest at %{{.*}}: one operand moves with all indices of the result, as in a depthwise convolution: the nest multiplies matrices by vectors, which gains nothing from blocks
void convolution(ARGS, int P, int Q) {
  I J {
    float s = 0;
    for (int p = 0; p < P; p++)
      for (int q = 0; q < Q; q++)
        s += A[(i + p) * K + j + q] * B[p * Q + q];
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'depthwise':
// CHECK-NEXT: no nest at %{{.*}}: one operand moves with all indices of the result, as in a depthwise convolution: the nest multiplies matrices by vectors, which gains nothing from blocks
void depthwise(ARGS, int P, int Q) {
  for (int c = 0; c < M; c++)
    I J {
      float s = 0;
      for (int p = 0; p < P; p++)
        for (int q = 0; q < Q; q++)
          s += A[(c * (M + P) + i + p) * (N + Q) + j + q] *
               B[(c * P + p) * Q + q];
      C[(c * M + i) * N + j] = s;
    }
}
// CHECK-LABEL: GEMM nests of 'depthwise_channels_last':
// CHECK-NEXT: no nest at %{{.*}}: one operand moves with all indices of the result, as in a depthwise convolution: the nest multiplies matrices by vectors, which gains nothing from blocks
void depthwise_channels_last(ARGS, int P, int Q) {
  I J for (int p = 0; p < P; p++) for (int q = 0; q < Q; q++) L
      C[(i * N + j) * K + k] += A[((i + p) * (N + Q) + j + q) * K + k] *
                                B[(p * Q + q) * K + k];
}
// CHECK-LABEL: GEMM nests of 'runs_over_batch':
// CHECK-NEXT: no nest at %{{.*}}: the element that receives the sum moves with the k loop
void runs_over_batch(ARGS, int P) {
  I J L {
    float s = 0;
    for (int p = 0; p < P; p++) {
      s += A[(i * K + k) * P + p] * B[(k * N + j) * P + p];
      C[(i * N + j) * P + p] = s;
    }
  }
}
// Triangles: SYMM is one only after its sums are split off. TRMM and the
// elimination of LU are staircases.
// CHECK-LABEL: GEMM nests of 'symmetric_times':
// CHECK-NEXT: no nest at %{{.*}}: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void symmetric_times(ARGS) {
  I J {
    float s = 0;
    for (int k = 0; k < i; k++) {
      C[k * N + j] += B[i * N + j] * A[i * K + k];
      s += B[k * N + j] * A[i * K + k];
    }
    C[i * N + j] += B[i * N + j] * A[i * K + i] + s;
  }
}
// CHECK-LABEL: GEMM nests of 'triangle_times':
// CHECK-NEXT: GEMM nest at %gemmify.loop{{.*}}
void triangle_times(ARGS) {
  I J {
    float s = 0;
    for (int k = 0; k <= i; k++)
      s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
  }
}
// CHECK-LABEL: GEMM nests of 'elimination':
// CHECK-NEXT: GEMM nest at %gemmify.loop{{.*}}
void elimination(int N, float *A) {
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++)
        A[i * N + j] -= A[i * N + k] * A[k * N + j];
}
// CHECK-LABEL: GEMM nests of 'fma_without_instruction':
// CHECK: kept: the sum is computed by fma(), for which the target has no instruction; build for a target that has one
__attribute__((target("no-fma"))) void fma_without_instruction(ARGS) {
  I J L C[i * N + j] =
      __builtin_fmaf(A[i * K + k], B[k * N + j], C[i * N + j]);
}
// CHECK-LABEL: GEMM nests of 'last_of_init_loop':
// CHECK-NEXT: no nest at %{{.*}}: an operand is the last value of another loop; read it from the array again
void last_of_init_loop(const float *D, ARGS) {
  I {
    float last = 0;
    for (int j = 0; j < N; j++) {
      last = D[j];
      C[i * N + j] = last;
    }
    J L C[i * N + j] += (A[i * K + k] + last) * B[k * N + j];
  }
}
// CHECK-LABEL: GEMM nests of 'complex_elements':
// CHECK-NEXT: no nest at %{{.*}}: each step adds several products to the sum, as with complex elements; split it into one nest per product
void complex_elements(int M, int N, int K, const _Complex float *A,
                      const _Complex float *B, _Complex float *C) {
  I J {
    _Complex float s = 0;
    L s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s * (float)j;
  }
}
// CHECK-LABEL: GEMM nests of 'complex_sum':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum (A(i,k)*B(k,j) + A'(i,k)*B'(k,j)),
void complex_sum(int M, int N, int K, const float *restrict A,
                 const float *restrict B, float *restrict C) {
  I J {
    float re = 0, im = 0;
    L {
      const float *a = A + 2 * (i * K + k), *b = B + 2 * (k * N + j);
      re += a[0] * b[0] - a[1] * b[1];
      im += a[0] * b[1] + a[1] * b[0];
    }
    C[2 * (i * N + j)] = re;
    C[2 * (i * N + j) + 1] = im;
  }
}
// CHECK-LABEL: GEMM nests of 'unsigned_product_loses_bits':
// CHECK-NEXT: no nest at %{{.*}}: each product is computed in a narrower type than the sum and may lose its high bits there; convert a factor first
void unsigned_product_loses_bits(int M, int N, int K, const unsigned *A,
                                 const unsigned *B, unsigned long *C) {
  I J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'product_is_rounded':
// CHECK-NEXT: no nest at %{{.*}}: each product is rounded to a narrower type than the sum's; convert a factor first
void product_is_rounded(int M, int N, int K, const float *A, const float *B,
                        double *C) {
  I J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'product_is_shifted':
// CHECK-NEXT: no nest at %{{.*}}: each product is shifted or converted before it is added; do that to the sum, after its loop
void product_is_shifted(int M, int N, int K, const short *A, const short *B,
                        int *C) {
  I J L C[i * N + j] += (A[i * K + k] * B[k * N + j]) >> 15;
}
// CHECK-LABEL: GEMM nests of 'sum_of_half_steps':
// CHECK-NEXT: no nest at %{{.*}}: the sum is rounded to a narrower type in each step; keep it in a variable of the product's type
void sum_of_half_steps(int M, int N, int K, const _Float16 *A,
                       const _Float16 *B, _Float16 *C) {
  I J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'long_double':
// CHECK-NEXT: no nest at %{{.*}}: the type of the sum is not supported; float, double, _Float16 and integers of 8, 16, 32 and 64 bits are
void long_double(int M, int N, int K, const long double *A,
                 const long double *B, long double *C) {
  I J L MEMORY
}
// CHECK-LABEL: GEMM nests of 'counts':
// CHECK-NOT: nest
int counts(int M, int N, int K) {
  int sum = 0;
  I J L sum += i * j + k * M;
  return sum;
}
// CHECK-LABEL: GEMM nests of 'unrolled_and_more':
// CHECK: no nest at %{{.*}}: an unrolled loop and its remainder loop are mixed with other statements; split the nest
void unrolled_and_more(float *restrict D, int M, int N, int K, const float *A,
                       const float *B, float *restrict C) {
  I J {
    float s = 0;
    int k = 0;
    for (; k + 1 < K; k += 2) {
      s += A[i * K + k] * B[k * N + j];
      s += A[i * K + k + 1] * B[(k + 1) * N + j];
    }
    for (; k < K; k++)
      s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
    D[i * N + j] = 1;
  }
}
// CHECK-LABEL: GEMM nests of 'gated':
// CHECK-NEXT: no nest at %{{.*}}: one element is computed from several sums; store all but one of them to arrays of their own
void gated(const float *restrict D, int M, int N, int K, const float *A,
           const float *B, float *restrict *restrict C) {
  I J {
    float s = 0, t = 0;
    L {
      s += A[i * K + k] * B[k * N + j];
      t += A[i * K + k] * D[k * N + j];
    }
    C[i][j] = (s > 0 ? s : 0) * t;
  }
}
