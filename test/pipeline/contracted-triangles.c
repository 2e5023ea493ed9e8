//===- contracted-triangles.c - Triangles that contraction keeps ----------===//
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -c -o /dev/null \
// RUN:   -ffp-contract=fast -Rpass=gemmify -Rpass-missed=gemmify %s 2>&1 | FileCheck %s
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -c -o /dev/null \
// RUN:   -ffp-contract=off -Rpass=gemmify -Rpass-missed=gemmify %s 2>&1 \
// RUN:   | FileCheck --check-prefix=OFF %s
//
//===----------------------------------------------------------------------===//

// As the reference BLAS has it: each element adds two products in the end.
void symm(int m, int n, double alpha, const double *A, const double *B,
          double beta, double *C, long ld) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double x = alpha * B[i + j * ld], s = 0;
      for (int k = 0; k < i; k++) {
        // CHECK: :[[#@LINE+2]]:{{.*}}not rewritten: the nest is triangular, and contraction is left to the code generator, which fuses differently in blocks; build with -ffp-contract=off
        // OFF: :[[#@LINE+1]]:{{.*}} matrix product rewritten
        C[k + j * ld] += x * A[k + i * ld];
        s += B[k + j * ld] * A[k + i * ld];
      }
      C[i + j * ld] = beta * C[i + j * ld] + x * A[i + i * ld] + alpha * s;
    }
}

// Contraction makes no difference.
void through_table(int n, const int *row, double *A, long ld) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        // CHECK: :[[#@LINE+2]]:{{.*}}not rewritten: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
        // OFF: :[[#@LINE+1]]:{{.*}}not rewritten: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
        A[i * ld + j] -= A[row[i] * ld + k] * A[row[j] * ld + k];
}
