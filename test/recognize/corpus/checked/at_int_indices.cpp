// at() with indices of type int, and the sum in memory.
// expect: 1
#include <vector>
void gemm(int m, int n, int p, const std::vector<double> &a,
          const std::vector<double> &b, std::vector<double> &c) {
  for (int i = 0; i < m; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < n; j++)
        c.at(i * n + j) += a.at(i * p + k) * b.at(k * n + j);
}
