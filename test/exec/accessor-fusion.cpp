//===- accessor-fusion.cpp - Sums whose parts are in accessors ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -std=c++17 -O2 -Wall -Werror %s -lstdc++
// DEFINE: %{more} =
// DEFINE: %{plain} = %clang %{flags} %{more} -o %t.plain && %t.plain > %t.expected
// DEFINE: %{actual} = %clangplugin %{flags} %{more} -o %t.gemmify && %t.gemmify > %t.actual
// DEFINE: %{check} = %{plain} && %{actual} && diff %t.expected %t.actual
// RUN: %{check}
// REDEFINE: %{more} = -march=x86-64-v3
// RUN: %{check}
// REDEFINE: %{more} = -march=x86-64-v3 -ffp-contract=fast -O3
// RUN: %{check}
//
// An accessor multiplies, and another one adds: nothing fuses that. Constants
// that accessors give are multiplied and added as the program would.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>

bool ready = true;

#define FAIL(I, J, OF)                                                         \
  std::ostringstream s;                                                        \
  s << "outside " << I << ", " << J << " of " << OF << " ";                    \
  throw std::out_of_range(s.str() + std::to_string(I));
struct Matrix {
  long rows, columns;
  double *data;
  double &at(long i, long j) const {
    if (i >= rows || j >= columns) {
      FAIL(i, j, rows)
    }
    return data[i * columns + j];
  }
};
inline double times(const Matrix &m, long i, const double &x, const double &y) {
  if (i >= m.rows) {
    FAIL(i, i, m.rows)
  }
  return x * y;
}
inline void add(const Matrix &m, long i, long j, double x) {
  if (i >= m.rows || j >= m.columns) {
    FAIL(i, i, m.rows)
  }
  m.data[i * m.columns + j] += x;
}
inline double tenth() {
  if (!ready) {
    FAIL(1, 2, 3)
  }
  return 0.1;
}
inline double fifth() {
  if (!ready) {
    FAIL(4, 5, 6)
  }
  return 0.2;
}

#define UP(I, N) for (long I = 0; I < N; I++)
__attribute__((noinline)) void apart(const Matrix &c, const Matrix &a,
                                     const Matrix &b, long m, long n, long o) {
  UP(i, m) UP(j, n) UP(k, o) add(c, i, j, times(c, i, a.at(i, k), b.at(k, j)));
}
__attribute__((noinline)) void constants(const Matrix &c, const Matrix &a,
                                         const Matrix &b, long m, long n,
                                         long o, long repeats,
                                         double *results) {
  UP(t, repeats) {
    UP(i, m) UP(j, n) {
      double s = 0;
      UP(k, o) s += a.at(i, k) * b.at(k, j);
      c.at(i, j) = s;
    }
    const double x = tenth(), y = fifth();
    results[t] = x * y - 0.02;
  }
}

int main() {
  static double data[3][64 * 64];
  for (double *of : data)
    UP(i, 64 * 64) of[i] = 1.0 / (i % 7 + 3) + i * .1;
  const Matrix c{64, 64, data[0]}, a{64, 64, data[1]}, b{64, 64, data[2]};
  double results[2];
  unsigned long hash = 0, bits;
  apart(c, a, b, 64, 64, 64);
  UP(i, 64 * 64) {
    std::memcpy(&bits, &data[0][i], sizeof bits);
    hash = hash * 31 + bits;
  }
  constants(c, a, b, 64, 64, 64, 2, results);
  std::printf("%lx %a %a\n", hash, results[0], results[1]);
}
