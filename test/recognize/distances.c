// Sums over two rows that are no products: what is told of them, once.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null \
// RUN:   -Rpass=gemmify -Rpass-missed=gemmify 2>&1 | FileCheck %s --implicit-check-not=remark:

#define NEST(NAME, T, STEP)                                                    \
  void NAME(int m, int n, int k, const T *A, const T *B, T *C) {               \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < n; j++) {                                            \
        T s = 0;                                                               \
        for (int p = 0; p < k; p++) {                                          \
          const T d = A[i * k + p] - B[j * k + p];                             \
          STEP;                                                                \
        }                                                                      \
        C[i * n + j] = s;                                                      \
      }                                                                        \
  }

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the sum is of squares, as of distances: this is no matrix product
NEST(squares, float, s += d * d)
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the sum is of squares, as of distances: this is no matrix product
NEST(squares_of_integers, int, s += d *d)
NEST(absolute, float, s += d < 0 ? -d : d)
NEST(largest, float, s = d > s ? d : s)
