// Classes whose accessors put a message together that names index and size, so
// that LLVM does not inline them.
// expect: 4
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Thrower {
  std::size_t rows, columns;
  std::vector<double> data;

public:
  Thrower(std::size_t m, std::size_t n) : rows(m), columns(n), data(m * n) {}
  std::size_t m() const { return rows; }
  std::size_t n() const { return columns; }
  double &operator()(std::size_t i, std::size_t j) {
    if (i >= rows || j >= columns)
      throw std::out_of_range("index (" + std::to_string(i) + ", " +
                              std::to_string(j) + ") of " +
                              std::to_string(rows) + " by " +
                              std::to_string(columns));
    return data[i * columns + j];
  }
  const double &operator()(std::size_t i, std::size_t j) const {
    if (i >= rows || j >= columns)
      throw std::out_of_range("index (" + std::to_string(i) + ", " +
                              std::to_string(j) + ") of " +
                              std::to_string(rows) + " by " +
                              std::to_string(columns));
    return data[i * columns + j];
  }
};
Thrower operator*(const Thrower &a, const Thrower &b) {
  Thrower c(a.m(), b.n());
  for (std::size_t i = 0; i < a.m(); i++)
    for (std::size_t j = 0; j < b.n(); j++) {
      double s = 0;
      for (std::size_t k = 0; k < a.n(); k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
  return c;
}

template <class T> class Checker {
  std::size_t rows, columns;
  std::unique_ptr<T[]> data;
  void check(std::size_t i, std::size_t j) const {
    if (i >= rows || j >= columns) {
      std::ostringstream s;
      s << "no element " << i << ", " << j << " in " << rows << " by "
        << columns;
      throw std::runtime_error(s.str());
    }
  }

public:
  std::size_t m() const { return rows; }
  std::size_t n() const { return columns; }
  T &operator()(std::size_t i, std::size_t j) {
    check(i, j);
    return data[j * rows + i];
  }
  const T &operator()(std::size_t i, std::size_t j) const {
    check(i, j);
    return data[j * rows + i];
  }
};
void addProduct(Checker<float> &c, const Checker<float> &a,
                const Checker<float> &b) {
  if (a.n() != b.m())
    throw std::invalid_argument("sizes");
  for (std::size_t j = 0; j < b.n(); ++j)
    for (std::size_t k = 0; k < a.n(); ++k)
      for (std::size_t i = 0; i < a.m(); ++i)
        c(i, j) += a(i, k) * b(k, j);
}

class Aborter {
  int rows, columns;
  int *data;

public:
  int m() const { return rows; }
  int n() const { return columns; }
  int &at(int i, int j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns) {
      std::cerr << "Aborter::at(" << i << ", " << j << "): outside of " << rows
                << " by " << columns << std::endl;
      std::abort();
    }
    return data[i * columns + j];
  }
};
void multiply(Aborter &c, const Aborter &a, const Aborter &b) {
  for (int i = 0; i < a.m(); i++)
    for (int j = 0; j < b.n(); j++) {
      c.at(i, j) = 0;
      for (int k = 0; k < a.n(); k++)
        c.at(i, j) += a.at(i, k) * b.at(k, j);
    }
}

// Indices come by reference, and elements by get and set.
class Setter {
  long rows, columns;
  float *data;
  [[noreturn]] void fail(const long &i, const long &j, const char *what) const {
    std::fprintf(stderr, "%s(%ld, %ld): %ld by %ld\n", what, i, j, rows,
                 columns);
    std::ostringstream s;
    s << what << i << j << rows << columns;
    std::cerr << s.str() << s.str().size() << std::endl;
    std::exit(1);
  }

public:
  long m() const { return rows; }
  long n() const { return columns; }
  float get(const long &i, const long &j) const {
    if (i < 0 || i >= rows)
      fail(i, j, "row of get");
    if (j < 0 || j >= columns)
      fail(i, j, "column of get");
    return data[i * columns + j];
  }
  void set(const long &i, const long &j, const float &x) {
    if (i < 0 || i >= rows)
      fail(i, j, "row of set");
    if (j < 0 || j >= columns)
      fail(i, j, "column of set");
    data[i * columns + j] = x;
  }
};
void product(Setter &c, const Setter &a, const Setter &b) {
  for (long i = 0; i < a.m(); i++)
    for (long j = 0; j < b.n(); j++) {
      float s = 0;
      for (long k = 0; k < a.n(); k++)
        s += a.get(i, k) * b.get(k, j);
      c.set(i, j, s);
    }
}
