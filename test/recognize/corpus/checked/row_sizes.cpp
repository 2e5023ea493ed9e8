// Loops ask each row how long it is, with checks.
// expect: 5
// flags: -D_GLIBCXX_ASSERTIONS
#include <vector>
using matrix = std::vector<std::vector<double>>;
void by_rows(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t k = 0; k < a[i].size(); k++)
      for (std::size_t j = 0; j < b[k].size(); j++)
        c[i][j] += a[i][k] * b[k][j];
}
void by_rows_at(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t k = 0; k < a.at(i).size(); k++)
      for (std::size_t j = 0; j < b.at(k).size(); j++)
        c.at(i).at(j) += a.at(i).at(k) * b.at(k).at(j);
}
void sums(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t j = 0; j < c[i].size(); j++) {
      double sum = 0;
      for (std::size_t k = 0; k < a[i].size(); k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
void sums_at(const matrix &a, const matrix &b, matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t j = 0; j < c.at(i).size(); j++) {
      double sum = 0;
      for (std::size_t k = 0; k < a.at(i).size(); k++)
        sum += a.at(i).at(k) * b.at(k).at(j);
      c.at(i).at(j) = sum;
    }
}
matrix fresh(const matrix &a, const matrix &b) {
  matrix c(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t k = 0; k < a[i].size(); k++)
      for (std::size_t j = 0; j < b[k].size(); j++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}
