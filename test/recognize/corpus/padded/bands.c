// Banded matrices: what is outside of the band is not added.
// expect: 3
#include <stdlib.h>
void by_distance(int n, int w, const double *restrict a, const double *restrict b,
                 double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        if (abs(i - k) <= w)
          s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
void by_bounds(int n, int lower, int upper, const double *restrict a,
               const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) {
    const int first = i - lower > 0 ? i - lower : 0;
    const int end = i + upper + 1 < n ? i + upper + 1 : n;
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = first; k < end; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  }
}
void into_rows(long n, long w, const float *restrict a, const float *restrict b,
               float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long k = i - w > 0 ? i - w : 0; k < (i + w + 1 < n ? i + w + 1 : n); k++)
      for (long j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
