// Distances from squared norms and the product.
// expect: 1
// flags: -fno-math-errno
#include <math.h>
void distances(int m, int n, int p, const float *x, const float *y,
               const float *xx, const float *yy, float *d) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float dot = 0;
      for (int k = 0; k < p; k++)
        dot += x[i * p + k] * y[j * p + k];
      d[i * n + j] = sqrtf(xx[i] + yy[j] - 2 * dot);
    }
}
