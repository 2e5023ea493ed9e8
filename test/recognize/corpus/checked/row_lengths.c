// Lengths of rows in arrays of their own.
// expect: 1
#include <stdlib.h>
void gemm(int m, int n, int k, float *const *a, const int *la, float *const *b,
          const int *lb, float *const *c, const int *lc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++) {
        if (p >= la[i] || j >= lb[p])
          abort();
        sum += a[i][p] * b[p][j];
      }
      if (j >= lc[i])
        abort();
      c[i][j] = sum;
    }
}
