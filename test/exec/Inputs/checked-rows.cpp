//===- checked-rows.cpp - Products with checks against rows ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checked-rows.h"
#include "filled-rows.h"
#include <stdexcept>

#define OUT __attribute__((noinline)) static

OUT void sumsIn(const Table &a, const Table &b, const Table &c, size_t m,
                size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i).at(p) * b.at(p).at(j);
      c.at(i).at(j) = s;
    }
}
static int sums(const Case &x) {
  sumsIn(x.a, x.b, x.c, x.m, x.n, x.k);
  return 0;
}

OUT void inMemoryIn(const Table &a, const Table &b, const Table &c, size_t m,
                    size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t p = 0; p < k; ++p)
      for (size_t j = 0; j < n; ++j)
        c.at(i).at(j) += a.at(i).at(p) * b.at(p).at(j);
}
static int inMemory(const Case &x) {
  inMemoryIn(x.a, x.b, x.c, x.m, x.n, x.k);
  return 0;
}

/// Loops of j outermost.
OUT void columnsIn(const Table &a, const Table &b, const Table &c, int m, int n,
                   int k) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double s = c.at(i).at(j);
      for (int p = 0; p < k; ++p)
        s += a.at(i).at(p) * b.at(p).at(j);
      c.at(i).at(j) = s;
    }
}
static int columns(const Case &x) {
  columnsIn(x.a, x.b, x.c, x.m, x.n, x.k);
  return 0;
}

/// A bound is the length of a row, which is loaded behind a check.
OUT void sizedIn(const Table &a, const Table &b, const Table &c, size_t m) {
  for (size_t i = 0; i < m; ++i) {
    const size_t n = b.at(0).size(), k = b.size();
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i).at(p) * b.at(p).at(j);
      c.at(i).at(j) = s;
    }
  }
}
static int sized(const Case &x) {
  sizedIn(x.a, x.b, x.c, x.m);
  return 0;
}

/// B is not looked at everywhere.
OUT void optionalIn(const Table &a, const Table &b, const Table &c, size_t m,
                    size_t n, size_t k, bool use) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      if (use)
        for (size_t p = 0; p < k; ++p)
          s += a.at(i).at(p) * b.at(p).at(j);
      c.at(i).at(j) = s;
    }
}
static int optional(const Case &x) {
  optionalIn(x.a, x.b, x.c, x.m, x.n, x.k, x.use);
  return 0;
}

struct Leaves {
  const char *name;
  ~Leaves() { note(name); }
};
OUT int destructorsIn(const Table &a, const Table &b, const Table &c, size_t m,
                      size_t n, size_t k) {
  Leaves outer{"outer"};
  try {
    Leaves inner{"inner"};
    for (size_t i = 0; i < m; ++i)
      for (size_t j = 0; j < n; ++j) {
        double s = 0;
        for (size_t p = 0; p < k; ++p)
          s += a.at(i).at(p) * b.at(p).at(j);
        c.at(i).at(j) = s;
      }
  } catch (std::out_of_range &e) {
    note(e.what());
    return 7;
  }
  return 3;
}
static int destructors(const Case &x) {
  return destructorsIn(x.a, x.b, x.c, x.m, x.n, x.k);
}

/// Lengths in lists beside the pointers.
OUT int listsIn(const Lists &a, const Lists &b, const Lists &c, size_t m,
                size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p) {
        if (i >= a.count || p >= a.lengths[i])
          return 1;
        if (p >= b.count || j >= b.lengths[p])
          return 2;
        s += a.rows[i][p] * b.rows[p][j];
      }
      if (i >= c.count || j >= c.lengths[i])
        return 3;
      c.rows[i][j] = s;
    }
  return 0;
}
static int lists(const Case &x) {
  return listsIn(x.la, x.lb, x.lc, x.m, x.n, x.k);
}

/// Rows of B are picked by number.
OUT void pickedIn(const Table &a, const Row &b, const Places &places,
                  const Table &c, size_t m, size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i).at(p) * b.at(places.at(p) * n + j);
      c.at(i).at(j) = s;
    }
}
static int picked(const Case &x) {
  const double *const first = x.lb.rows[0];
  const Row all{const_cast<double *>(first),
                const_cast<double *>(first) + x.n * x.k, nullptr};
  pickedIn(x.a, all, x.places, x.c, x.m, x.n, x.k);
  return 0;
}

/// Rows of A say how many steps there are.
OUT void byRowsIn(const Table &a, const Table &b, const Table &c, size_t m,
                  size_t n) {
  for (size_t i = 0; i < m; ++i) {
    const Row &row = a.at(i);
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < row.size(); ++p)
        s += row.first[p] * b.at(p).at(j);
      c.at(i).at(j) = s;
    }
  }
}
static int byRows(const Case &x) {
  byRowsIn(x.a, x.b, x.c, x.m, x.n);
  return 0;
}

/// Each loop is as long as a table or a row.
OUT void eachRowIn(const Table &a, const Table &b, const Table &c) {
  for (size_t i = 0, m = a.size(); i < m; ++i) {
    const Row row = a.first[i];
    for (size_t p = 0, k = row.size(); p < k; ++p) {
      const Row line = b.at(p);
      for (size_t j = 0, n = line.size(); j < n; ++j)
        c.at(i).at(j) += row.first[p] * line.first[j];
    }
  }
}
static int eachRow(const Case &x) {
  eachRowIn(x.a, x.b, x.c);
  return 0;
}

/// LLVM loads the bound before the nest, and again after each row, which may
/// have changed it.
OUT void reloadedIn(const Table &a, const Table &b, const Lists &c,
                    const size_t *width, size_t m, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0, n = *width; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p)
        s += a.at(i).at(p) * b.at(p).at(j);
      if (i >= c.count || j >= c.lengths[i])
        raise(i, j);
      c.rows[i][j] = s;
    }
}
static int reloaded(const Case &x) {
  reloadedIn(x.a, x.b, x.lc, x.lb.lengths, x.m, x.k);
  return 0;
}

/// Lengths of rows of two tables are compared.
OUT void comparedIn(const Table &a, const Table &b, const Table &c, size_t m,
                    size_t n, size_t k) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = 0;
      for (size_t p = 0; p < k; ++p) {
        if (b.at(p).size() > a.at(i).size() + 8)
          raise(p, i);
        s += a.at(i).at(p) * b.at(p).at(j);
      }
      c.at(i).at(j) = s;
    }
}
static int compared(const Case &x) {
  comparedIn(x.a, x.b, x.c, x.m, x.n, x.k);
  return 0;
}

/// Two loops load where the rows of one array are.
OUT void clearedIn(const Row &a, const Row &b, const Row &c, size_t m, size_t n,
                   size_t k) {
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j < n; ++j)
      c.at(i * n + j) *= 3;
    for (size_t p = 0; p < k; ++p)
      for (size_t j = 0; j < n; ++j)
        c.at(i * n + j) += a.at(i * k + p) * b.at(p * n + j);
  }
}
static int cleared(const Case &x) {
  auto all = [](const Lists &l, size_t size) {
    double *const first = l.count ? l.rows[0] : nullptr;
    return Row{first, first + l.count * size, nullptr};
  };
  const Row a = all(x.la, x.k), b = all(x.lb, x.n), c = all(x.lc, x.n);
  clearedIn(a, b, c, x.m, x.n, x.k);
  return 0;
}

const Form V[] = {{"sums", sums},         {"inMemory", inMemory},
                  {"columns", columns},   {"sized", sized},
                  {"optional", optional}, {"destructors", destructors},
                  {"lists", lists},       {"picked", picked},
                  {"byRows", byRows},     {"eachRow", eachRow},
                  {"reloaded", reloaded}, {"filled", filled},
                  {"compared", compared}, {"cleared", cleared},
                  {nullptr, nullptr}};
