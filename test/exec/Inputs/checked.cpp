//===- checked.cpp - Products with a check at each access -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checked.h"
#include <cassert>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#define OUT __attribute__((noinline)) static

namespace {

template <typename Error>
[[noreturn, gnu::cold, gnu::noinline]] void raise(long i, long j) {
  throw Error(std::to_string(i) + ", " + std::to_string(j));
}

/// As std::vector is seen by a function that gets a reference to it.
template <typename T> struct Vector {
  T *first, *last;
  size_t size() const { return last - first; }
  T &at(size_t i) const {
    if (i >= size())
      raise<std::out_of_range>(i, size());
    return first[i];
  }
};
using Flat = Vector<double>;

Flat flat(const Operand &o) { return {o.data, o.data + o.length}; }
std::span<double> spanOf(const Operand &o) { return {o.data, o.length}; }

/// Throws, asserts or traps where an index is out of range.
template <int How> struct Matrix {
  int rows, columns;
  double *data;
  double &operator()(int i, int j) const {
    if (How == 0 && (i < 0 || i >= rows || j < 0 || j >= columns))
      raise<std::range_error>(i, j);
    if (How == 1) {
      assert(i >= 0 && i < rows);
      assert(j >= 0 && j < columns);
    }
    if (How == 2 &&
        (unsigned(i) >= unsigned(rows) || unsigned(j) >= unsigned(columns)))
      __builtin_trap();
    return data[i * columns + j];
  }
};
/// A matrix in its place.
template <int How> struct Placed {
  explicit Placed(const Operand &o) : m{o.rows, o.columns, o.data} {
    if (o.header)
      at = new (o.header) Matrix<How>(m);
  }
  operator const Matrix<How> &() const { return *at; }
  Matrix<How> m, *at = &m;
};

struct Leaves {
  const char *name;
  ~Leaves() { note(name); }
};

} // namespace

/// All sizes are those of the product.
OUT void atIn(const Flat &a, const Flat &b, const Flat &c, size_t m, size_t n,
              size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i * k + p) * b.at(p * n + j);
      c.at(i * n + j) = s;
    }
}
static int at(const Case &x) {
  atIn(flat(x.a), flat(x.b), flat(x.c), x.m, x.n, x.k);
  return 0;
}

/// Indices are int.
OUT void atNarrowIn(const Flat &a, const Flat &b, const Flat &c, int m, int n,
                    int k) {
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j)
        c.at(i * n + j) += a.at(i * k + p) * b.at(p * n + j);
}
static int atNarrow(const Case &x) {
  atNarrowIn(flat(x.a), flat(x.b), flat(x.c), x.m, x.n, x.k);
  return 0;
}

OUT int destructorsIn(const Flat &a, const Flat &b, const Flat &c, size_t m,
                      size_t n, size_t k) {
  Leaves outer{"outer"};
  try {
    Leaves inner{"inner"};
    for (size_t i = 0; i < m; ++i)
      for (size_t j = 0; j < n; ++j) {
        double s = c.at(i * n + j);
        for (size_t p = 0; p < k; ++p)
          s += a.at(i * k + p) * b.at(p * n + j);
        c.at(i * n + j) = s;
      }
  } catch (std::out_of_range &e) {
    note(e.what());
    return 7;
  }
  return 3;
}
static int destructors(const Case &x) {
  return destructorsIn(flat(x.a), flat(x.b), flat(x.c), x.m, x.n, x.k);
}

OUT void spansIn(std::span<double> a, std::span<double> b, std::span<double> c,
                 size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t p = 0; p < k; ++p)
      for (size_t j = 0; j < n; ++j)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
}
static int spans(const Case &x) {
  spansIn(spanOf(x.a), spanOf(x.b), spanOf(x.c), x.m, x.n, x.k);
  return 0;
}

/// From the last element to the first.
OUT void downwardIn(std::span<double> a, std::span<double> b,
                    std::span<double> c, size_t m, size_t n, size_t k) {
  for (size_t i = m; i-- > 0;)
    for (size_t j = n; j-- > 0;) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = s;
    }
}
static int downward(const Case &x) {
  downwardIn(spanOf(x.a), spanOf(x.b), spanOf(x.c), x.m, x.n, x.k);
  return 0;
}

/// Sizes are loaded in the nest.
template <int How>
OUT void matricesIn(const Matrix<How> &a, const Matrix<How> &b,
                    const Matrix<How> &c, int m, int n, int k) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int p = 0; p < k; ++p)
        s += a(i, p) * b(p, j);
      c(i, j) = s;
    }
}
template <int How> static int matrices(const Case &x) {
  const Placed<How> a(x.a), b(x.b), c(x.c);
  matricesIn<How>(a, b, c, x.m, x.n, x.k);
  return 0;
}

/// Rows are a quotient of two sizes, which is computed in the nest.
struct Quotient {
  size_t length, columns;
  double *data;
  double &operator()(size_t i, size_t j) const {
    if (i >= length / columns || j >= columns)
      raise<std::range_error>(i, j);
    return data[i * columns + j];
  }
};
OUT void quotientsIn(const Quotient &a, const Quotient &b, const Quotient &c,
                     size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a(i, p) * b(p, j);
      c(i, j) = s;
    }
}
static int quotients(const Case &x) {
  auto of = [](const Operand &o) {
    return Quotient{o.length, size_t(o.columns), o.data};
  };
  quotientsIn(of(x.a), of(x.b), of(x.c), x.m, x.n, x.k);
  return 0;
}

/// As gsl::at has it.
static double &signedAt(const Flat &v, long i) {
  if (i < 0 || i >= long(v.size()))
    raise<std::out_of_range>(i, v.size());
  return v.first[i];
}
OUT void signedIn(const Flat &a, const Flat &b, const Flat &c, int m, int n,
                  int k) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int p = 0; p < k; ++p)
        s += signedAt(a, i * k + p) * signedAt(b, p * n + j);
      signedAt(c, i * n + j) = s;
    }
}
static int signedIndices(const Case &x) {
  signedIn(flat(x.a), flat(x.b), flat(x.c), x.m, x.n, x.k);
  return 0;
}

/// Leaves to where the nest ends.
OUT int returnsIn(const double *a, const double *b, double *c, size_t la,
                  size_t lb, size_t lc, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p) {
        if (i * k + p >= la)
          return 1;
        if (p * n + j >= lb)
          return 2;
        s += a[i * k + p] * b[p * n + j];
      }
      if (i * n + j >= lc)
        return 3;
      c[i * n + j] = s;
    }
  return 0;
}
static int returns(const Case &x) {
  return returnsIn(x.a.data, x.b.data, x.c.data, x.a.length, x.b.length,
                   x.c.length, x.m, x.n, x.k);
}

/// Index arithmetic that must not overflow, with one trap for all.
static inline size_t checked(int i, int width, int j, size_t length) {
  int row, at;
  if (__builtin_mul_overflow(i, width, &row) ||
      __builtin_add_overflow(row, j, &at) || size_t(at) >= length)
    __builtin_trap();
  return at;
}
OUT void overflowsIn(const double *a, const double *b, double *c, size_t la,
                     size_t lb, size_t lc, int wa, int wb, int wc, int m, int n,
                     int k) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int p = 0; p < k; ++p)
        s += a[checked(i, wa, p, la)] * b[checked(p, wb, j, lb)];
      c[checked(i, wc, j, lc)] = s;
    }
}
static int overflows(const Case &x) {
  overflowsIn(x.a.data, x.b.data, x.c.data, x.a.length, x.b.length, x.c.length,
              x.a.columns, x.b.columns, x.c.columns, x.m, x.n, x.k);
  return 0;
}

/// Pointers are compared with ends.
OUT void endsIn(const double *a, const double *endA, const double *b,
                const double *endB, double *c, double *endC, size_t m, size_t n,
                size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p) {
        const double *x = a + i * k + p, *y = b + p * n + j;
        if (x >= endA)
          throw 1;
        if (y >= endB)
          throw 2;
        s += *x * *y;
      }
      double *z = c + i * n + j;
      if (z >= endC)
        throw 3;
      *z = s;
    }
}
static int ends(const Case &x) {
  endsIn(x.a.data, x.a.data + x.a.length, x.b.data, x.b.data + x.b.length,
         x.c.data, x.c.data + x.c.length, x.m, x.n, x.k);
  return 0;
}

/// The index of the result, which is the same in the inner loop, is frozen.
OUT void inPlaceIn(const Flat &a, const Flat &b, const Flat &c, size_t m,
                   size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t p = 0; p < k; ++p)
        c.at(i * n + j) += a.at(i * k + p) * b.at(p * n + j);
}
static int inPlace(const Case &x) {
  inPlaceIn(flat(x.a), flat(x.b), flat(x.c), x.m, x.n, x.k);
  return 0;
}

/// Only inner loops are left.
OUT int breaksIn(const double *a, const double *b, double *c, size_t la,
                 size_t lb, size_t lc, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p) {
        if (i * k + p >= la || p * n + j >= lb)
          break;
        s += a[i * k + p] * b[p * n + j];
      }
      if (i * n + j >= lc)
        return 3;
      c[i * n + j] = s;
    }
  return 0;
}
static int breaks(const Case &x) {
  return breaksIn(x.a.data, x.b.data, x.c.data, x.a.length, x.b.length,
                  x.c.length, x.m, x.n, x.k);
}

/// A row ends where a number is too large.
OUT void leavesRowsIn(std::span<double> a, std::span<double> b,
                      std::span<double> c, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a[i * k + p] * b[p * n + j];
      if (i * n + j >= c.size())
        break;
      c[i * n + j] = s;
    }
}
static int leavesRows(const Case &x) {
  leavesRowsIn(spanOf(x.a), spanOf(x.b), spanOf(x.c), x.m, x.n, x.k);
  return 0;
}

/// Triangles of n rows.
OUT void lowerIn(const Flat &a, const Flat &b, const Flat &c, size_t n,
                 size_t k) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i * k + p) * b.at(p * n + j);
      c.at(i * n + j) = s;
    }
}
static int lower(const Case &x) {
  lowerIn(flat(x.a), flat(x.b), flat(x.c), x.n, x.k);
  return 0;
}
[[maybe_unused]] OUT void strictIn(const Flat &a, const Flat &b, const Flat &c, int n, int k) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double s = c.at(i * n + j);
      for (int p = 0; p < k; ++p)
        s += a.at(i * k + p) * b.at(p * n + j);
      c.at(i * n + j) = s;
    }
}
[[maybe_unused]] static int strict(const Case &x) {
  strictIn(flat(x.a), flat(x.b), flat(x.c), x.n, x.k);
  return 0;
}
OUT void upperIn(std::span<double> a, std::span<double> b, std::span<double> c,
                 size_t n, size_t k) {
  for (size_t i = 0; i < n; ++i)
    for (size_t p = 0; p < k; ++p)
      for (size_t j = i; j < n; ++j)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
}
static int upper(const Case &x) {
  upperIn(spanOf(x.a), spanOf(x.b), spanOf(x.c), x.n, x.k);
  return 0;
}

/// Sums end at the row.
OUT void staircaseIn(Flat a, Flat b, Flat c, size_t n, size_t k) {
  for (size_t i = 0; i < k; ++i)
    for (size_t p = 0; p <= i; ++p)
      for (size_t j = 0; j < n; ++j)
        c.at(i * n + j) += a.at(i * k + p) * b.at(p * n + j);
}
static int staircase(const Case &x) {
  staircaseIn(flat(x.a), flat(x.b), flat(x.c), x.n, x.k);
  return 0;
}

const Form V[] = {{"at", at},
                  {"inPlace", inPlace},
                  {"breaks", breaks},
                  {"leavesRows", leavesRows},
                  {"lower", lower},
#ifndef SANITIZED // Its number of rows is checked with its indices.
                  {"strict", strict},
#endif
                  {"upper", upper},
                  {"staircase", staircase},
                  {"atNarrow", atNarrow},
                  {"destructors", destructors},
                  {"spans", spans},
                  {"downward", downward},
                  {"throws", matrices<0>},
                  {"asserts", matrices<1>},
                  {"traps", matrices<2>},
                  {"quotients", quotients},
                  {"signedIndices", signedIndices},
                  {"returns", returns},
                  {"overflows", overflows},
                  {"ends", ends},
                  {nullptr, nullptr}};
