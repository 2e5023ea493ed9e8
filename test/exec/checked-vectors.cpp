//===- checked-vectors.cpp - A matrix times a vector, with checks ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -std=c++17 -O3 -march=x86-64-v3 -Wall -Werror %s -c
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 \
// RUN:   | grep -c 'matrix product rewritten' | grep -x 5
// RUN: %clang -std=c++17 -O1 -DMAIN %s %t.plain.o %t.gemmify.o -lstdc++ -o %t
// RUN: %t | FileCheck %s
//
// Where a vector or a row is short, the same exception comes, with the same
// elements written before it.
//
// CHECK: {{^[1-9][0-9]*}} cases, 0 wrong
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <vector>

using Row = std::vector<double>;
struct Case {
  std::vector<Row> rows;
  Row a, x, y;
  std::vector<float> w, bias, in, out;
  int m, n;
};

#define EACH(F)                                                                \
  F(flat) F(byRows) F(layer) F(inMemory) F(byColumns) F(transposed)            \
  F(overwritten) F(withNorm)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define FORM(NAME) void CAT(V, NAME)(Case & c)
#define UP(I, N) for (int I = 0; I < N; I++)

#ifdef V
FORM(flat) {
  UP(i, c.m) {
    double s = 0;
    UP(j, c.n) s += c.a.at(i * c.n + j) * c.x.at(j);
    c.y.at(i) = s;
  }
}
FORM(byRows) {
  const int m = c.m, n = c.n;
  UP(i, m) {
    double s = 0;
    UP(j, n) s += c.rows.at(i).at(j) * c.x.at(j);
    c.y.at(i) = s;
  }
}
FORM(layer) {
  const std::size_t m = c.m, n = c.n;
  for (std::size_t i = 0; i < m; i++) {
    float s = c.bias.at(i);
    for (std::size_t j = 0; j < n; j++)
      s += c.w.at(i * n + j) * c.in.at(j);
    c.out.at(i) = s > 0 ? s : 0;
  }
}
FORM(inMemory) {
  const int m = c.m, n = c.n;
  UP(i, m) UP(j, n) c.y.at(i) += c.a.at(i * n + j) * c.x.at(j);
}
FORM(byColumns) {
  const int m = c.m, n = c.n;
  UP(j, n) UP(i, m) c.y.at(i) += c.a.at(j * m + i) * c.x.at(j);
}
FORM(transposed) {
  const int m = c.m, n = c.n;
  UP(i, m) {
    double s = c.y.at(i);
    UP(j, n) s -= c.a.at(j * m + i) * c.x.at(j);
    c.y.at(i) = s;
  }
}
FORM(overwritten) {
  const int m = c.m, n = c.n;
  UP(i, m) {
    double s = 0;
    UP(j, n) s += c.a.at(i * n + j) * c.x.at(j);
    c.x.at(i) = s;
  }
}
FORM(withNorm) {
  const int m = c.m, n = c.n;
  double norm = 0;
  UP(i, m) {
    double s = 0;
    UP(j, n) s += c.a.at(i * n + j) * c.x.at(j);
    c.y.at(i) = s;
    norm += s * s;
  }
  c.y.at(0) = norm;
}
#endif

#ifdef MAIN
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>

static long cases, wrong, thrown;

template <class T> static void fill(std::vector<T> &v, int size) {
  v.resize(std::max(size, 0));
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] = T(int(i * 7 % 23) - 11) / 3;
}

/// Of nine sizes, that of number \p part is less \p by.
static Case make(int m, int n, int part, int by) {
  auto size = [&, at = 0](int s) mutable { return s - (at++ == part) * by; };
  Case c;
  c.m = m, c.n = n;
  fill(c.a, size(m * n));
  fill(c.x, size(std::max(m, n)));
  fill(c.y, size(m));
  fill(c.w, size(m * n));
  fill(c.bias, size(m));
  fill(c.in, size(n));
  fill(c.out, size(m));
  c.rows.resize(std::max(size(m), 0));
  for (Row &row : c.rows)
    fill(row, n);
  if (const int middle = m / 2; part == 8 && middle < int(c.rows.size()))
    fill(c.rows[middle], n - by);
  return c;
}

static std::string run(void (*f)(Case &), Case &c) {
  try {
    f(c);
  } catch (const std::out_of_range &e) {
    ++thrown;
    return e.what();
  }
  return "";
}

static void compare(const char *name, void (*plain)(Case &),
                    void (*gemmify)(Case &), int m, int n, int part, int by) {
  Case expected = make(m, n, part, by), actual = make(m, n, part, by);
  const std::string message = run(plain, expected);
  ++cases;
  if (message == run(gemmify, actual) && expected.x == actual.x &&
      expected.y == actual.y && expected.out == actual.out)
    return;
  ++wrong;
  std::printf("%s: %d by %d, size %d less %d\n", name, m, n, part, by);
}

#define DECLARE(NAME) void plain_##NAME(Case &), gemmify_##NAME(Case &);
EACH(DECLARE)

int main() {
  for (int m : {0, 1, 7, 16, 33})
    for (int n : {0, 1, 3, 9, 31, 64})
      for (int part = 0; part != 9; part++)
        for (int by : {0, 1, 2, 9, 40}) {
#define COMPARE(NAME)                                                          \
  compare(#NAME, plain_##NAME, gemmify_##NAME, m, n, part, by);
          EACH(COMPARE)
        }
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return !thrown;
}
#endif
