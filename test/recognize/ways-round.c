// Ways round the product that are taken or are not, and loops beside it that are
// left by several ways.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-unroll-loops \
// RUN:   -fno-vectorize -fno-slp-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s

#define I for (long i = 0; i < M; i++)
#define J for (long j = 0; j < N; j++)
#define L for (long k = 0; k < K; k++)
#define A_ A[i * K + k]
#define B_ B[k * N + j]
#define C_ C[i * N + j]
#define ARGS long M, long N, long K, const float *restrict A, const float *restrict B, float *restrict C, float *restrict D
// CHECK-LABEL: GEMM nests of 'skip_by_element':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: guard: %tobool.not is false
// CHECK-NOT: guard: %tobool.not{{$}}
void skip_by_element(ARGS, long flag) { I { if (flag) { D[i] = 1; } else { if (B[i] > 0) continue; D[i] = 2; } J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'skip_by_flag':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void skip_by_flag(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { if (other) continue; D[i] = 2; } J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'leave_by_flag':
// CHECK-NEXT: no nest at %{{.*}}: a loop of the nest has more than one way out; remove the break, return or goto
void leave_by_flag(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { if (other) return; D[i] = 2; } J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'leave_by_flag2':
// CHECK-NEXT: no nest at %{{.*}}: a loop of the nest has more than one way out; remove the break, return or goto
void leave_by_flag2(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { if (!other) { D[i] = 2; } else return; } J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'choose_then_skip':
// CHECK-NEXT: GEMM nest at %{{.*}}: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused
// CHECK: guard: %tobool.not is false
// CHECK-NEXT: guard: %cmp{{[0-9]+}} is false
void choose_then_skip(ARGS, long flag) { I { if (flag) { D[i] = 1; } else if (B[i] > 0) continue; J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'skip_by_switch':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void skip_by_switch(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { switch (other) { case 1: goto next; case 5: goto next; case 17: D[i] = 7; break; default: D[i] = 2; } } J { float s = 0; L s += A_ * B_; C_ = s; } next:; } }
// CHECK-LABEL: GEMM nests of 'skip_from_loop':
// CHECK-NEXT: no nest at %{{.*}}: an if inside the nest decides what is computed; move it out of the loops or split the nest
void skip_from_loop(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { for (long x = 0; x < M; x++) { if (D[x] > 5) goto next; D[x] = 3; } } J { float s = 0; L s += A_ * B_; C_ = s; } next:; } }
// CHECK-LABEL: GEMM nests of 'skip_from_loop_by_flag':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void skip_from_loop_by_flag(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { for (long x = 0; x < M; x++) { D[x] = 3; if (x == other) goto next; } } J { float s = 0; L s += A_ * B_; C_ = s; } next:; } }
// CHECK-LABEL: GEMM nests of 'skip_from_loop_by_flag2':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void skip_from_loop_by_flag2(ARGS, long flag, long other) { I { if (B[i] > 0) { D[i] = 1; } else { for (long x = 0; x < M; x++) { D[x] = 3; if (other) goto next; D[x + M] = 4;} } J { float s = 0; L s += A_ * B_; C_ = s; } next:; } }
// CHECK-LABEL: GEMM nests of 'sibling_leaves':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void sibling_leaves(ARGS, long flag, long other) { I { for (long x = 0; x < M; x++) { if (D[x] > 5) { D[x + M] = 4; if (other) break; D[x] = 3; } } J { float s = 0; L s += A_ * B_; C_ = s; } } }
// CHECK-LABEL: GEMM nests of 'sibling_leaves_first':
// CHECK-NEXT: GEMM nest at %{{.*}}.unchecked: float C(i,j) = 0 + sum A(i,k)*B(k,j)
void sibling_leaves_first(ARGS, long flag, long other) { I { for (long x = 0; x < M; x++) { if (D[x] > 5) { D[x + M] = 4; if (other < 5) break; D[x] = 3; } } J { float s = 0; L s += A_ * B_; C_ = s; } } }
