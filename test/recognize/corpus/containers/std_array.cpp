// std::array of std::array.
// expect: 1
#include <array>
template <int M, int N> using Matrix = std::array<std::array<double, N>, M>;
void gemm(const Matrix<64, 96> &a, const Matrix<96, 80> &b, Matrix<64, 80> &c) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 80; j++)
      for (int k = 0; k < 96; k++)
        c[i][j] += a[i][k] * b[k][j];
}
