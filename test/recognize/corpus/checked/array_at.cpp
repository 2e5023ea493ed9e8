// std::array's at().
// expect: 1
#include <array>
using Matrix = std::array<std::array<double, 48>, 48>;
void gemm(const Matrix &a, const Matrix &b, Matrix &c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c.at(i).at(j) += a.at(i).at(k) * b.at(k).at(j);
}
