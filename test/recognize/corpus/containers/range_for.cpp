// Range-for over the rows of vectors of vectors.
// expect: 1
#include <vector>
using Matrix = std::vector<std::vector<float>>;
void gemm(const Matrix &a, const Matrix &bt, Matrix &c) {
  int i = 0;
  for (const auto &row : a) {
    int j = 0;
    for (const auto &col : bt) {
      float sum = 0;
      for (std::size_t k = 0; k < row.size(); k++)
        sum += row[k] * col[k];
      c[i][j++] = sum;
    }
    i++;
  }
}
