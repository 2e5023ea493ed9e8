//===- checked-rows.h - Rows with lengths of their own --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHECKED_ROWS_H
#define CHECKED_ROWS_H

#include <cstddef>

/// A row, as std::vector describes it.
struct Row {
  double *first, *last, *end;
  size_t size() const { return last - first; }
  double &at(size_t i) const;
  void clear() const {
    for (double *x = first, *const all = last; x != all; ++x)
      *x = 0;
  }
};

/// A table of rows.
struct Table {
  Row *first, *last, *end;
  size_t size() const { return last - first; }
  Row &at(size_t i) const;
};

/// Numbers of rows.
struct Places {
  int *first, *last;
  size_t size() const { return last - first; }
  int &at(size_t i) const;
};

/// Throws.
[[noreturn]] void raise(size_t i, size_t n);

inline double &Row::at(size_t i) const {
  if (i >= size())
    raise(i, size());
  return first[i];
}
inline Row &Table::at(size_t i) const {
  if (i >= size())
    raise(i, size());
  return first[i];
}
inline int &Places::at(size_t i) const {
  if (i >= size())
    raise(i, size());
  return first[i];
}

/// The same in pieces: pointers and lengths of rows.
struct Lists {
  double *const *rows;
  const size_t *lengths;
  size_t count;
};

/// C = A * B, or C += A * B, of m x k and k x n.
struct Case {
  Table a, b, c;
  Lists la, lb, lc;
  Places places;
  size_t m, n, k;
  bool use; ///< Of the operands.
};

struct Form {
  const char *name;
  int (*run)(const Case &);
};

/// Up to one without a name. In the latter, no result lies on lengths.
extern const Form plain[], gemmify[], plainTyped[], gemmifyTyped[];

/// Noted by the driver, in order.
extern "C" void note(const char *what);

#endif // CHECKED_ROWS_H
