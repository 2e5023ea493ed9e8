// A vector of std::array rows.
// expect: 1
#include <array>
#include <vector>
using Rows = std::vector<std::array<float, 128>>;
void gemm(const Rows &a, const Rows &b, Rows &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (int j = 0; j < 128; j++) {
      float sum = 0;
      for (int k = 0; k < 128; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
