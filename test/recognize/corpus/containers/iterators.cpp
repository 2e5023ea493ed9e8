// Iterators walk along a row of A and a row of B transposed.
// expect: 1
#include <vector>
using Vector = std::vector<float>;
void gemm(int m, int n, int p, const Vector &a, const Vector &b, Vector &c) {
  auto out = c.begin();
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      auto x = a.begin() + i * p, y = b.begin() + j * p;
      float sum = 0;
      for (auto end = x + p; x != end; ++x, ++y)
        sum += *x * *y;
      *out++ = sum;
    }
}
