// Triangles of vectors with at(): the lower one, and the upper one without its diagonal.
// expect: 2
#include <cstddef>
#include <vector>
using Vector = std::vector<double>;
void syrk(std::size_t n, std::size_t k, const Vector &a, Vector &c) {
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t j = 0; j <= i; j++) {
      double sum = 0;
      for (std::size_t p = 0; p < k; p++)
        sum += a.at(i * k + p) * a.at(j * k + p);
      c.at(i * n + j) += sum;
    }
}
void upper(int n, int k, const Vector &a, const Vector &b, Vector &c) {
  for (int i = 0; i < n; i++)
    for (int p = 0; p < k; p++)
      for (int j = i + 1; j < n; j++)
        c.at(i * n + j) += a.at(i * k + p) * b.at(p * n + j);
}
