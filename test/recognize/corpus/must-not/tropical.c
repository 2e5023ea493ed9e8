// The largest sum.
// expect: 0
#include <math.h>
void tropical(int n, const float *a, const float *b, float *c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float best = -INFINITY;
      for (int k = 0; k < n; k++)
        best = fmaxf(best, a[i * n + k] + b[k * n + j]);
      c[i * n + j] = best;
    }
}
