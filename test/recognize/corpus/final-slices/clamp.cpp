// std::clamp.
// expect: 1
#include <algorithm>
void gemm(int m, int n, int p, const float *a, const float *b, float *c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = std::clamp(sum, 0.0f, 6.0f);
    }
}
