// The logistic function of the sum.
// expect: 1
// flags: -fno-math-errno
#include <math.h>
void layer(int m, int n, int p, const float *x, const float *w, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w[k * n + j];
      y[i * n + j] = 1 / (1 + expf(-sum));
    }
}
