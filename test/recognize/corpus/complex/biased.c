// Starts from an element of a row, is weighted by one of a column, and conjugated.
// expect: 1
// flags: -fcx-limited-range
#include <complex.h>
void layer(int m, int n, int k, const float complex *restrict a, const float complex *restrict b,
           const float complex *restrict bias, const float complex *restrict weight,
           float complex *restrict c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float complex s = bias[j];
      for (int l = 0; l < k; l++)
        s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = weight[i] * conjf(s);
    }
}
