// What is known of sizes that are no constants: where no product can be large
// enough to gain, there is no kernel.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -S %s \
// RUN:   -o /dev/null -Rpass=gemmify -Rpass-missed=gemmify 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %untouched --levels 3 %s

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
