// operator[] makes a span of the row.
// expect: 1
// flags: -std=c++20
#include <span>
struct Matrix {
  double *Data;
  size_t Rows, Cols;
  std::span<double> operator[](size_t i) const {
    return {Data + i * Cols, Cols};
  }
};
void gemm(Matrix a, Matrix b, Matrix c) {
  for (size_t i = 0; i < c.Rows; i++)
    for (size_t j = 0; j < c.Cols; j++)
      for (size_t k = 0; k < a.Cols; k++)
        c[i][j] += a[i][k] * b[k][j];
}
