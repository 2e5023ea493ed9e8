// clang's own matrix types are lowered by gemmify-lower: operands straight from
// memory, the result straight to it, and loops where LLVM's own lowering would
// write out and spill.
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O3 -ffp-contract=fast -fenable-matrix -S -o - %s | FileCheck %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -O1 -fenable-matrix -S -o /dev/null %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=haswell -Os -fenable-matrix -S -o /dev/null %s
// RUN: %clangplugin --target=aarch64-linux-gnu -O2 -fenable-matrix -S -o /dev/null %s

typedef float M4 __attribute__((matrix_type(4, 4)));
typedef double M16 __attribute__((matrix_type(16, 16)));
typedef float M64 __attribute__((matrix_type(64, 64)));

// CHECK-LABEL: small:
// CHECK-NOT:     rsp
// CHECK-COUNT-4: vmulps
// CHECK-COUNT-12: vfmadd
// CHECK-NOT:     vfmadd
// CHECK-COUNT-4: vmovups %xmm{{[0-9]+}}, {{.*}}(%rdx)
// CHECK-NOT:     vmovups
// CHECK:         retq
void small(M4 *a, M4 *b, M4 *c) { *c = *a * *b; }

// CHECK-LABEL: medium:
// CHECK:         j{{n?e|b}}
// CHECK:         retq
void medium(M16 *restrict a, M16 *restrict b, M16 *restrict c) {
  *c = *a * *b + *c;
}

// CHECK-LABEL: large:
// CHECK:         vbroadcastss
// CHECK:         vfmadd231ps
// CHECK:         retq
// CHECK-LABEL: transposed:
void large(M64 *a, M64 *b, M64 *c) { *c = *a * *b; }

void transposed(M4 *a, M4 *b, float *p, long stride) {
  M4 x = __builtin_matrix_column_major_load(p, 4, 4, stride);
  x = __builtin_matrix_transpose(x) * *a - *b;
  __builtin_matrix_column_major_store(x, p, stride);
}
