// A class that asserts, around a vector that does.
// expect: 1
// flags: -D_GLIBCXX_ASSERTIONS
#include <cassert>
#include <vector>
struct Matrix {
  std::size_t rows, columns;
  std::vector<float> data;
  float &at(std::size_t i, std::size_t j) {
    assert(i < rows && j < columns);
    return data[i * columns + j];
  }
};
void gemm(Matrix &a, Matrix &b, Matrix &c) {
  for (std::size_t i = 0; i < c.rows; i++)
    for (std::size_t j = 0; j < c.columns; j++) {
      float sum = 0;
      for (std::size_t k = 0; k < a.columns; k++)
        sum += a.at(i, k) * b.at(k, j);
      c.at(i, j) = sum;
    }
}
