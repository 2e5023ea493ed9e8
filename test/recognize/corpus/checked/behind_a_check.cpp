// The length of the first row is loaded behind a check of the number of rows.
// expect: 1
#include <vector>
using Matrix = std::vector<std::vector<double>>;
void gemm(const Matrix &a, const Matrix &b, Matrix &c) {
  for (std::size_t i = 0; i < a.size(); i++) {
    const std::size_t n = b.at(0).size();
    for (std::size_t j = 0; j < n; j++) {
      double sum = 0;
      for (std::size_t k = 0; k < b.size(); k++)
        sum += a.at(i).at(k) * b.at(k).at(j);
      c.at(i).at(j) = sum;
    }
  }
}
