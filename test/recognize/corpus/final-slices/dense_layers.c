// Layers of a network with functions that may set errno.
// expect: 4
#include <math.h>
void dense_tanh(int m, int n, int k, const float *x, const float *w,
                const float *bias, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = bias[j];
      for (int p = 0; p < k; p++)
        s += x[i * k + p] * w[j * k + p];
      y[i * n + j] = tanhf(s);
    }
}
void dense_sigmoid(int m, int n, int k, const float *x, const float *w,
                   const float *bias, float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int p = 0; p < k; p++)
        s += x[i * k + p] * w[p * n + j];
      y[i * n + j] = 1.0f / (1.0f + expf(-(s + bias[j])));
    }
}
void dense_elu(int m, int n, int k, const double *x, const double *w,
               double *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int p = 0; p < k; p++)
        s += x[i * k + p] * w[p * n + j];
      y[i * n + j] = s > 0 ? s : exp(s) - 1;
    }
}
void dense_gelu(int m, int n, int k, const float *x, const float *w,
                float *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int p = 0; p < k; p++)
        s += x[i * k + p] * w[j * k + p];
      y[i * n + j] =
          0.5f * s * (1 + tanhf(0.7978845f * (s + 0.044715f * s * s * s)));
    }
}
