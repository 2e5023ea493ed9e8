// Rows of B are picked by numbers, which are checked as well.
// expect: 1
#include <vector>
void gemm(int n, const std::vector<float> &a, const std::vector<float> &b,
          const std::vector<int> &places, std::vector<float> &c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += a.at(i * n + k) * b.at(places.at(k) * n + j);
      c.at(i * n + j) = sum;
    }
}
