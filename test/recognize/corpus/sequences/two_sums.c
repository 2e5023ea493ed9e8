// A block of a matrix that is the sum of two products, as in blocked algorithms, and a
// layer with two inputs.
// expect: 2
#include <math.h>
void block(int m, int n, int k, int l, const double *a, const double *b,
           const double *c, const double *d, double *out) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j];
      for (int p = 0; p < l; p++)
        s += c[i * l + p] * d[p * n + j];
      out[i * n + j] = s;
    }
}
void layer(int m, int n, int k, int l, const float *x, const float *w, const float *h,
           const float *u, const float *bias, float *restrict out) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = bias[j];
      for (int p = 0; p < k; p++)
        s += x[i * k + p] * w[j * k + p];
      for (int p = 0; p < l; p++)
        s += h[i * l + p] * u[j * l + p];
      out[i * n + j] = tanhf(s);
    }
}
