// A class whose operator() throws, with objects that are destroyed on the way.
// expect: 1
#include <stdexcept>
class Matrix {
  int rows, columns;
  double *data;

public:
  Matrix(int rows, int columns)
      : rows(rows), columns(columns), data(new double[rows * columns]()) {}
  ~Matrix() { delete[] data; }
  int m() const { return rows; }
  int n() const { return columns; }
  double &operator()(int i, int j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw std::out_of_range("Matrix");
    return data[i * columns + j];
  }
};
double trace(const Matrix &a, const Matrix &b) {
  Matrix c(a.m(), b.n());
  for (int i = 0; i < a.m(); i++)
    for (int j = 0; j < b.n(); j++)
      for (int k = 0; k < a.n(); k++)
        c(i, j) += a(i, k) * b(k, j);
  double sum = 0;
  for (int i = 0; i < c.m(); i++)
    sum += c(i, i);
  return sum;
}
