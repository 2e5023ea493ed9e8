// Prints products whose sizes do and do not suit tiles of 3×5.
#include <stdio.h>

enum { Most = 40 };
static float A[Most * Most], B[Most * Most], C[Most * Most];

__attribute__((noinline)) static void
product(int m, int n, int depth, const float *restrict a,
        const float *restrict b, float *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < depth; k++)
        c[i * Most + j] += a[i * Most + k] * b[k * Most + j];
}

int main(void) {
  for (int i = 0; i < Most * Most; i++) {
    A[i] = (float)(i * 7919 % 1009) / 1009;
    B[i] = (float)(i * 7907 % 1013) / 1013;
  }
  const int sizes[] = {1, 3, 5, 12, 15, 20, 30, 37};
  for (int m = 0; m < 8; m++)
    for (int n = 0; n < 8; n++) {
      for (int i = 0; i < Most * Most; i++)
        C[i] = 1;
      product(sizes[m], sizes[n], 17, A, B, C);
      for (int i = 0; i < Most * Most; i++)
        printf("%a\n", C[i]);
    }
}
