// Loops that ask an object for its sizes, which a store might change as far as
// the types say.
// expect: 4
// flags: -fno-strict-aliasing
#include <cstddef>
#include <vector>
template <class T, class S> class Matrix {
  S m, n;
  std::vector<T> data;

public:
  Matrix(S m, S n) : m(m), n(n), data(m * n) {}
  S rows() const { return m; }
  S columns() const { return n; }
  T &operator()(S i, S j) { return data[i * n + j]; }
  const T &operator()(S i, S j) const { return data[i * n + j]; }
};
using Doubles = Matrix<double, std::size_t>;
Doubles operator*(const Doubles &a, const Doubles &b) {
  Doubles c(a.rows(), b.columns());
  for (std::size_t i = 0; i < a.rows(); i++)
    for (std::size_t j = 0; j < b.columns(); j++) {
      double s = 0;
      for (std::size_t k = 0; k < a.columns(); k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
  return c;
}
using Ints = Matrix<int, int>;
void add(Ints &c, const Ints &a, const Ints &b) {
  for (int i = 0; i < a.rows(); i++)
    for (int j = 0; j < b.columns(); j++)
      for (int k = 0; k < a.columns(); k++)
        c(i, j) += a(i, k) * b(k, j);
}
using Floats = Matrix<float, unsigned long>;
void subtract(Floats &c, const Floats &a, const Floats &b) {
  for (unsigned long i = 0; i < a.rows(); i++)
    for (unsigned long k = 0; k < a.columns(); k++)
      for (unsigned long j = 0; j < b.columns(); j++)
        c(i, j) -= a(i, k) * b(k, j);
}
struct View {
  std::size_t m, n;
  float *data;
  std::size_t rows() const { return m; }
  std::size_t columns() const { return n; }
  float &operator()(std::size_t i, std::size_t j) const {
    return data[j * m + i];
  }
};
void byColumns(const View &a, const View &b, const View &c) {
  for (std::size_t j = 0; j < b.columns(); ++j)
    for (std::size_t k = 0; k < a.columns(); ++k)
      for (std::size_t i = 0; i < a.rows(); ++i)
        c(i, j) += a(i, k) * b(k, j);
}
