// operator[] that asserts.
// expect: 1
// flags: -D_GLIBCXX_ASSERTIONS
#include <vector>
void gemm(int m, int n, int p, const std::vector<float> &a,
          const std::vector<float> &b, std::vector<float> &c) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
