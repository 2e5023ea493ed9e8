// Every loop is as long as a row, and rows are asked for with checks.
// expect: 2
#include <vector>
using matrix = std::vector<std::vector<double>>;
void gemm(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++) {
    const auto &row = a[i];
    for (std::size_t j = 0; j < b[0].size(); j++) {
      double sum = 0;
      for (std::size_t k = 0; k < row.size(); k++)
        sum += row[k] * b.at(k).at(j);
      c.at(i).at(j) = sum;
    }
  }
}
void in_memory(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0, m = a.size(); i < m; i++)
    for (std::size_t k = 0, n = a[i].size(); k < n; k++) {
      const auto &line = b.at(k);
      for (std::size_t j = 0; j < line.size(); j++)
        c.at(i).at(j) += a[i][k] * line[j];
    }
}
