// What uBLAS's matrix asks of each index, unless NDEBUG is defined.
// expect: 2
#include <cstddef>
#include <iostream>
#include <limits>
#include <stdexcept>

struct bad_index : std::out_of_range {
  bad_index() : std::out_of_range("bad index") {}
  [[noreturn]] void raise() { throw *this; }
};
#define CHECK(EXPRESSION)                                                      \
  if (!(EXPRESSION)) {                                                         \
    std::cerr << "Check failed in file " << __FILE__ << " at line "            \
              << __LINE__ << ":" << std::endl;                                 \
    std::cerr << #EXPRESSION << std::endl;                                     \
    bad_index().raise();                                                       \
  }
template <class T> class unbounded_array {
  std::size_t size_;
  T *data_;

public:
  T &operator[](std::size_t i) {
    CHECK(i < size_);
    return data_[i];
  }
  const T &operator[](std::size_t i) const {
    CHECK(i < size_);
    return data_[i];
  }
};
static std::size_t element(std::size_t i, std::size_t m, std::size_t j,
                           std::size_t n) {
  CHECK(i < m);
  CHECK(j < n);
  CHECK(i <= ((std::numeric_limits<std::size_t>::max)() - j) / n);
  return i * n + j;
}
static std::size_t common(const std::size_t &x, const std::size_t &y) {
  CHECK(x == y);
  return x < y ? x : y;
}
template <class T> class matrix {
  std::size_t m, n;
  unbounded_array<T> data;

public:
  std::size_t size1() const { return m; }
  std::size_t size2() const { return n; }
  T &operator()(std::size_t i, std::size_t j) {
    return data[element(i, m, j, n)];
  }
  const T &operator()(std::size_t i, std::size_t j) const {
    return data[element(i, m, j, n)];
  }
};
void product(matrix<double> &c, const matrix<double> &a,
             const matrix<double> &b) {
  for (std::size_t i = 0; i < a.size1(); i++)
    for (std::size_t j = 0; j < b.size2(); j++) {
      double s = 0;
      for (std::size_t k = 0; k < a.size2(); k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}

// As its assignment of an expression to a matrix.
template <class A, class B> struct expression {
  const A &a;
  const B &b;
  double operator()(std::size_t i, std::size_t j) const {
    const std::size_t size = common(a.size2(), b.size1());
    double t = 0;
    for (std::size_t k = 0; k < size; ++k)
      t += a(i, k) * b(k, j);
    return t;
  }
};
template <class M, class E> void assign(M &m, const E &e) {
  const std::size_t size1 = common(m.size1(), e.a.size1());
  const std::size_t size2 = common(m.size2(), e.b.size2());
  for (std::size_t i = 0; i < size1; ++i)
    for (std::size_t j = 0; j < size2; ++j)
      m(i, j) = e(i, j);
}
void assigned(matrix<double> &c, const matrix<double> &a,
              const matrix<double> &b) {
  assign(c, expression<matrix<double>, matrix<double>>{a, b});
}
