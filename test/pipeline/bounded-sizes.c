// What is known of sizes that are no constants: where no product can be large
// enough to gain, there is no kernel.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S %s \
// RUN:   -o /dev/null -Rpass=gemmify -Rpass-missed=gemmify 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S %s \
// RUN:   -o /dev/null -Rpass-missed=gemmify -Rpass-analysis=gemmify 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -S %s \
// RUN:   -o /dev/null -Rpass-missed=gemmify 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: %untouched --levels 13 %s

#define PRODUCT(SIZE)                                                          \
  for (int i = 0; i < (SIZE); i++)                                             \
    for (int j = 0; j < (SIZE); j++) {                                         \
      float s = 0;                                                             \
      for (int k = 0; k < (SIZE); k++)                                         \
        s += a[i * n + k] * b[k * n + j];                                      \
      c[i * n + j] = s;                                                        \
    }
/// What a loop over blocks leaves.
#define PART(T, FROM)                                                          \
  for (T i = FROM; i < (T)n; i++)                                              \
    for (T j = FROM; j < (T)n; j++) {                                          \
      float s = 0;                                                             \
      for (T k = FROM; k < (T)n; k++)                                          \
        s += a[i * n + k] * b[k * n + j];                                      \
      c[i * n + j] = s;                                                        \
    }
#define ARGS                                                                   \
  int n, const float *restrict a, const float *restrict b, float *restrict c

// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 27 multiply-adds is too small to gain
void remainder(ARGS) {
  const int left = n % 4;
  PRODUCT(left)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 27 multiply-adds is too small to gain
void masked(ARGS) {
  const int left = n & 3;
  PRODUCT(left)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 64 multiply-adds is too small to gain
void assumed(ARGS) {
  __builtin_assume(n < 5);
  PRODUCT(n)
}
// SMALL: [[@LINE+3]]:5: remark: matrix product not rewritten: a product of at most 64 multiply-adds is too small to gain
void tested(ARGS) {
  if (n < 5)
    PRODUCT(n)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 27 multiply-adds is too small to gain
void rounded(ARGS) {
  const int from = n / 4 * 4;
  PART(int, from)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 27 multiply-adds is too small to gain
void rounded_long(ARGS) {
  const long from = (long)n / 4 * 4;
  PART(long, from)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 27 multiply-adds is too small to gain
void cleared(ARGS) {
  const int from = n & ~3;
  PART(int, from)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product not rewritten: a product of at most 36 multiply-adds is too small to gain
void shifted(ARGS) {
  const unsigned from = (unsigned)n >> 2 << 2;
  PART(unsigned, from)
}
// SMALL: [[@LINE+3]]:3: remark: matrix product rewritten
void large_enough(ARGS) {
  const int left = n % 40;
  PRODUCT(left)
}

// Vectors written by hand leave fewer columns than one has lanes: beside them,
// a product of those is not worth a kernel.

typedef float v4 __attribute__((vector_size(16), aligned(4)));
#define VECTORS(CONDITION)                                                     \
  {                                                                            \
    int j = 0;                                                                 \
    for (; CONDITION; j += 8) {                                                \
      *(v4 *)(c + j) += x * *(const v4 *)(b + j);                              \
      *(v4 *)(c + j + 4) += x * *(const v4 *)(b + j + 4);                      \
    }                                                                          \
    for (; j < n; j++)                                                         \
      c[j] += x * b[j];                                                        \
  }
static void add_rounded(int n, float x, const float *b, float *c) {
  const int whole = n >> 3 << 3;
  VECTORS(j < whole)
}
static void add_ahead(int n, float x, const float *b, float *c) {
  VECTORS(j + 8 <= n)
}
#define ROWS(ADD)                                                              \
  for (int i = 0; i < m; i++)                                                  \
    for (int k = 0; k < n; k++)                                                \
      ADD(n, a[i * n + k], b + k * n, c + i * n);

// VECTORS: [[@LINE-10]]:3: remark: {{.*}}a loop of at most 7 steps beside other statements is too short to gain; inlined at {{.*}}:[[@LINE+2]]:8
void tails(int m, ARGS) {
  ROWS(add_rounded)
}
// VECTORS: [[@LINE-11]]:3: remark: {{.*}}a loop of at most 7 steps beside other statements is too short to gain; inlined at {{.*}}:[[@LINE+2]]:8
void tails_ahead(int m, ARGS) {
  ROWS(add_ahead)
}

/// The bound is computed for something else, too, and its flags stay.
void bound_of_its_own(int m, ARGS, long *restrict out, long more) {
  const int last = n - 7;
  *out = (long)last + more;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < n; k++) {
      const float x = a[i * n + k], *from = b + k * n;
      float *to = c + i * n;
      int j = 0;
      for (; j < last; j += 8) {
        *(v4 *)(to + j) += x * *(const v4 *)(from + j);
        *(v4 *)(to + j + 4) += x * *(const v4 *)(from + j + 4);
      }
      for (; j < n; j++)
        to[j] += x * from[j];
    }
}
