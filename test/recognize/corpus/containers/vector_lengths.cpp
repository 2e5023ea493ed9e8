// Loops as long as rows of vectors, also of the result, whose sums may be in memory.
// expect: 6
#include <algorithm>
#include <vector>

using matrix = std::vector<std::vector<double>>;

void into_rows(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < c.size(); i++)
    for (std::size_t j = 0; j < c[i].size(); j++) {
      double sum = 0;
      for (std::size_t k = 0; k < b.size(); k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

void from_zero(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < c.size(); i++)
    for (std::size_t j = 0; j < c[i].size(); j++) {
      c[i][j] = 0;
      for (std::size_t k = 0; k < b.size(); k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

void in_memory(const matrix &a, const matrix &b, matrix &c, int m, int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (std::size_t k = 0; k < a[i].size(); k++)
        c[i][j] += a[i][k] * b[k][j];
}

void by_rows(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t k = 0; k < a[i].size(); k++)
      for (std::size_t j = 0; j < b[k].size(); j++)
        c[i][j] += a[i][k] * b[k][j];
}

void filled(const matrix &a, const matrix &b, matrix &c, int n) {
  for (int i = 0; i < n; i++) {
    std::fill(c[i].begin(), c[i].end(), 0);
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

void filled_by_index(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++) {
    for (std::size_t j = 0; j < c[i].size(); j++)
      c[i][j] = 0;
    for (std::size_t k = 0; k < b.size(); k++)
      for (std::size_t j = 0; j < c[i].size(); j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}
