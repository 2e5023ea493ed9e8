// Covariance of rows: a scalar sum is stored on both sides of the diagonal.
// expect: 3
#include <stddef.h>
void covariance(int n, int d, const double *restrict x, double *restrict k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int p = 0; p < d; p++)
        s += x[i * d + p] * x[j * d + p];
      k[i * n + j] = s;
      k[j * n + i] = s;
    }
}
void gram(size_t n, size_t d, const float *restrict x, float *restrict k) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++) {
      float s = 0;
      for (size_t p = 0; p < d; p++)
        s += x[i * d + p] * x[j * d + p];
      k[i * n + j] = k[j * n + i] = s / d;
    }
}
void in_memory(long n, long d, const double *restrict x, double *restrict k) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      k[i * n + j] = 0;
      for (long p = 0; p < d; p++)
        k[i * n + j] += x[i * d + p] * x[j * d + p];
      k[j * n + i] = k[i * n + j];
    }
}
