// Rows are a quotient of two sizes.
// expect: 1
#include <stdexcept>
struct Matrix {
  double *data;
  unsigned long length, columns;
  double &operator()(unsigned long i, unsigned long j) const {
    if (i >= length / columns || j >= columns)
      throw std::out_of_range("matrix");
    return data[i * columns + j];
  }
};
void gemm(const Matrix a, const Matrix b, const Matrix c, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    for (unsigned long j = 0; j < n; j++) {
      double sum = 0;
      for (unsigned long k = 0; k < n; k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
