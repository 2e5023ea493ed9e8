//===- accessor-effects.cpp - What accessors do before they fail ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -std=c++17 -O2 -Wall -Werror %s -lstdc++
// RUN: %clang %{flags} -o %t.plain
// RUN: %clangplugin %{flags} -Rpass=gemmify -o %t.gemmify 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: %t.plain > %t.expected
// RUN: %t.gemmify > %t.actual
// RUN: diff %t.expected %t.actual
//
// CHECK: matrix product rewritten
//
// What is done before a check that fails is done once.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <stdexcept>
#include <string>

static std::string messages;
static long counted;
__attribute__((noinline)) void say(const char *what, long number) {
  messages += what + std::to_string(number) + " ";
}

struct Matrix {
  long rows, columns;
  double *data;

  [[noreturn]] __attribute__((always_inline)) void fail(long i, long j) const {
#define SAY                                                                    \
  say("row ", i), say("column ", j), say("of ", rows), say("by ", columns)
    SAY, SAY, SAY, SAY, SAY, SAY, SAY, SAY, SAY, SAY, SAY, SAY;
    throw std::out_of_range(std::to_string(i) + ", " + std::to_string(j));
  }
  double &at(long i, long j) const {
    if (i >= rows || j >= columns)
      fail(i, j);
    return data[i * columns + j];
  }
  double &said(long i, long j) const {
    say("asked for ", i);
    if (i >= rows || j >= columns)
      fail(i, j);
    return data[i * columns + j];
  }
  void count(long i) const {
    if (i < 0)
      fail(i, i);
    counted += i;
  }
  double &counts(long i, long j) const {
    count(j);
    if (i >= rows || j >= columns)
      fail(i, j);
    return data[i * columns + j];
  }
  double &attempt(long i, long j, int &attempts) const {
    if (i >= rows || j >= columns) {
      say("attempt ", ++attempts);
      fail(i, j);
    }
    return data[i * columns + j];
  }
};

#define UP(I, N) for (long I = 0; I < N; I++)
#define FORM(NAME)                                                             \
  __attribute__((noinline)) static void NAME(                                  \
      const Matrix &c, const Matrix &a, const Matrix &b, const Matrix &e,      \
      long m, long n, long o, int repeats)
FORM(says) {
  UP(t, repeats) {
    UP(i, m) UP(j, n) {
      double s = 0;
      UP(k, o) s += a.at(i, k) * b.at(k, j);
      c.at(i, j) = s;
    }
    e.said(m, 3) = 1;
  }
}
FORM(counts) {
  UP(t, repeats) {
    UP(i, m) UP(j, n) {
      double s = 0;
      UP(k, o) s += a.at(i, k) * b.at(k, j);
      c.at(i, j) = s;
    }
    e.counts(m, 3) = 1;
  }
}
FORM(countsInside) {
  UP(i, m) UP(j, n) {
    double s = 0;
    UP(k, o) s += a.at(i, k) * b.at(k, j);
    c.counts(i, j) = s;
  }
}
FORM(attempts) {
  int attempts = 0;
  UP(t, repeats) {
    try {
      UP(i, m) UP(j, n) {
        double s = 0;
        UP(k, o) s += a.attempt(i, k, attempts) * b.attempt(k, j, attempts);
        c.attempt(i, j, attempts) = s;
      }
    } catch (const std::out_of_range &) {
      messages += "again ";
    }
  }
}

static double data[4][64 * 64];
template <class F> static void run(F f, long m, long n, long k) {
  for (double *of : data)
    UP(i, 64 * 64) of[i] = i % 7;
  const Matrix c{64, 64, data[0]}, a{64, 64, data[1]}, b{64, 64, data[2]},
      e{64, 64, data[3]};
  messages.clear();
  counted = 0;
  try {
    f(c, a, b, e, m, n, k, 3);
  } catch (const std::out_of_range &e) {
    messages += e.what();
  }
  double sum = 0;
  for (double *of : data)
    UP(i, 64 * 64) sum = sum / 2 + of[i];
  std::printf("%a %ld %s\n", sum, counted, messages.c_str());
}

int main() {
  for (long m : {63, 64, 65})
    for (long n : {64, 65})
      for (long k : {1, 64, 65}) {
        run(says, m, n, k);
        run(counts, m, n, k);
        run(countsInside, m, n, k);
        run(attempts, m, n, k);
      }
}
