// The product is a new vector of vectors.
// expect: 1
#include <vector>
using Matrix = std::vector<std::vector<double>>;
Matrix multiply(const Matrix &a, const Matrix &b) {
  int m = a.size(), p = b.size(), n = b[0].size();
  Matrix c(m, std::vector<double>(n, 0.0));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < p; k++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}
