// A vector of std::unique_ptr rows.
// expect: 1
#include <memory>
#include <vector>
using Rows = std::vector<std::unique_ptr<float[]>>;
void gemm(int n, const Rows &a, const Rows &b, const Rows &c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
