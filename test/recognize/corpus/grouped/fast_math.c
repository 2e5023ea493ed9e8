// With -ffast-math, as llama2.c is built.
// expect: 1
// flags: -ffast-math
#include <stdint.h>
void multiply(int m, int n, int groups, int size, const int8_t *a, const float *sa, const int8_t *b, const float *sb,
              float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int g = 0; g < groups; g++) {
        int32_t isum = 0;
        for (int k = 0; k < size; k++)
          isum += a[(i * groups + g) * size + k] * b[(j * groups + g) * size + k];
        sum += isum * sa[i * groups + g] * sb[j * groups + g];
      }
      c[i * n + j] = sum;
    }
}
