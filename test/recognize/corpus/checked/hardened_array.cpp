// std::array of std::array with assertions.
// expect: 1
// flags: -D_GLIBCXX_ASSERTIONS
#include <array>
using Matrix = std::array<std::array<float, 100>, 100>;
void gemm(int n, const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
