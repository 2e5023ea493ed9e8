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
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the sum is of absolute differences, as of distances: this is no matrix product
NEST(absolute, float, s += d < 0 ? -d : d)
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the sum is of absolute differences, as of distances: this is no matrix product
NEST(absolute_integers, int, s += __builtin_abs(d))
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
NEST(largest, float, s = d > s ? d : s)
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
NEST(least, double, s = __builtin_fmin(s, d))

// In memory, with any loop inside.
#define UP(I, N) for (int I = 0; I < N; I++)
#define PATHS(NAME, LOOPS, STEP)                                               \
  void NAME(int n, const int *A, const int *B, int *C, double *D) {            \
    LOOPS STEP;                                                                \
  }
#define SUM A[i * n + k] + B[k * n + j]
#define LESS(X, Y) ((X) < (Y) ? (X) : (Y))
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
PATHS(least_ijk, UP(i, n) UP(j, n) UP(k, n), C[i * n + j] = LESS(C[i * n + j], SUM))
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
PATHS(least_ikj, UP(i, n) UP(k, n) UP(j, n), C[i * n + j] = LESS(C[i * n + j], SUM))
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
PATHS(paths, UP(k, n) UP(i, n) UP(j, n), C[i * n + j] = LESS(C[i * n + j], C[i * n + k] + C[k * n + j]))
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the largest or the least of sums is sought, as of paths: this is no matrix product
PATHS(paths_if, UP(k, n) UP(i, n) UP(j, n), if (D[i * n + k] + D[k * n + j] < D[i * n + j]) D[i * n + j] = D[i * n + k] + D[k * n + j])

// What is done with the sum afterwards is no matter of the programmer's.
void roots(int m, int n, int k, const float *A, const float *B, float *C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int p = 0; p < k; p++) {
        const float d = A[i * k + p] - B[j * k + p];
        // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the sum is of squares, as of distances: this is no matrix product
        s += d * d;
      }
      C[i * n + j] = __builtin_sqrtf(s);
    }
}

// Neither are sums of other things, of which nothing is told.
NEST(differences, float, s += d)
PATHS(same_elements, UP(k, n) UP(i, n) UP(j, n), C[i * n + j] = LESS(C[i * n + j], A[i * n + j] + B[k * n + j]))
PATHS(other_test, UP(k, n) UP(i, n) UP(j, n), if (A[i * n + k] < C[i * n + j]) C[i * n + j] = SUM)
void total(int m, int n, int k, const int *A, const int *B, int *C) {
  for (int i = 0; i < m; i++) {
    int s = 0;
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        s += __builtin_abs(A[(i * n + j) * k + p] - B[(i * n + j) * k + p]);
    C[i] = s;
  }
}
