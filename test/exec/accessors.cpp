//===- accessors.cpp - Accessors that LLVM does not inline ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -std=c++17 -O2 -march=x86-64-v3 -Wall -Werror %s -c
// DEFINE: %{packing} = -mllvm -gemmify-strategy=packing -Rpass=gemmify
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -g -DV=gemmify %{packing} -o %t.gemmify.o 2>&1 \
// RUN:   | grep -o 'accessors.cpp:[0-9]*:.*matrix product rewritten' | cut -d: -f2 | sort -u | wc -l | grep -x 7
// RUN: %clang -std=c++17 -O1 -DMAIN -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -lstdc++ -o %t
// RUN: %t | FileCheck %s
// RUN: %clang %{flags} -fno-strict-aliasing -O3 -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -fno-strict-aliasing -O3 -DV=gemmify -mllvm -gemmify-strategy=packing -o %t.gemmify.o
// RUN: %clang -std=c++17 -O1 -DMAIN -DALIASING -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -lstdc++ -o %t
// RUN: %t | FileCheck %s
//
// Where an index is out of range, the same exception comes with the same
// message, after the same other messages and with the same memory as without
// the plugin, and what the function holds is destroyed once. Sizes may lie where
// the nest writes.
//
// CHECK: {{^[1-9][0-9]*}} cases, 0 wrong
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string>

extern std::string messages;
extern int held;
struct Holder {
  Holder() { ++held; }
  ~Holder() { messages += "destroyed"; }
};

/// Sizes and elements are of one type, or not.
template <class T, class S> struct Matrix {
  S rows, columns;
  T *data;

  std::string place(S i, S j) const {
    std::ostringstream s;
    s << i << ", " << j << " of " << rows << " by " << columns;
    return s.str();
  }
  T &operator()(S i, S j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw std::out_of_range("operator(): " + place(i, j) + " in " +
                              std::to_string(sizeof(T)));
    return data[i * columns + j];
  }
  T get(const S &i, const S &j) const {
    if (i < 0 || i >= rows) {
      messages += "row of get ";
      throw std::out_of_range(place(i, j) + std::to_string(i));
    }
    if (j < 0 || j >= columns) {
      messages += "column of get ";
      throw std::out_of_range(place(i, j) + std::to_string(j));
    }
    return data[i * columns + j];
  }
  void set(const S &i, const S &j, const T &x) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns) {
      messages += "set " + place(i, j) + std::to_string(x);
      throw std::out_of_range(place(j, i));
    }
    data[i * columns + j] = x;
  }
  void check(S i, S j) const {
    if (!(i >= 0 && i < rows) || !(j >= 0 && j < columns)) {
      std::ostringstream s;
      s << "check(" << i << ", " << j << ")" << place(i, j);
      messages += s.str();
      throw std::out_of_range(s.str() + " " + place(j, i));
    }
  }
  T &checked(S i, S j) const {
    check(i, j);
    return data[j * rows + i];
  }
};

struct Case {
  void *c, *a, *b;
};
#define EACH(F)                                                                \
  F(dot, double, long)                                                         \
  F(inMemory, float, int)                                                      \
  F(axpy, long, long)                                                          \
  F(columns, double, long)                                                     \
  F(setAndGet, float, long)                                                    \
  F(bounded, int, int)                                                         \
  F(caught, double, int)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (S I = 0; I < N; I++)

#ifdef V
#define FORM(NAME)                                                             \
  template <class T, class S>                                                  \
  __attribute__((noinline)) static void NAME(                                  \
      const Matrix<T, S> &c, const Matrix<T, S> &a, const Matrix<T, S> &b)
FORM(dot) {
  Holder h;
  UP(i, a.rows) UP(j, b.columns) {
    T s = 0;
    UP(k, a.columns) s += a(i, k) * b(k, j);
    c(i, j) = s;
  }
}
FORM(inMemory) {
  UP(i, a.rows) UP(j, b.columns) {
    c(i, j) = 0;
    UP(k, a.columns) c(i, j) += a(i, k) * b(k, j);
  }
}
FORM(axpy) {
  UP(k, a.columns) UP(i, a.rows) UP(j, b.columns) c(i, j) -= a(i, k) * b(k, j);
}
FORM(columns) {
  UP(j, b.columns) UP(k, a.columns) UP(i, a.rows)
    c.checked(i, j) += a.checked(i, k) * b.checked(k, j);
}
FORM(setAndGet) {
  Holder h;
  UP(i, a.rows) UP(j, b.columns) {
    T s = 0;
    UP(k, a.columns) s += a.get(i, k) * b.get(k, j);
    c.set(i, j, s);
  }
}
FORM(bounded) {
  const S m = c.rows, n = c.columns, o = b.rows;
  UP(i, m) UP(j, n) UP(k, o) c(i, j) += a(i, k) * b(k, j);
}
FORM(caught) {
  try {
    UP(i, a.rows) UP(k, a.columns) UP(j, b.columns)
      c(i, j) += a(i, k) * b(k, j);
  } catch (const std::out_of_range &e) {
    messages += e.what();
  }
}
#define DEFINE(NAME, T, S)                                                     \
  void CAT(V, NAME)(const Case &x) {                                           \
    using M = Matrix<T, S>;                                                    \
    NAME<T, S>(*(const M *)x.c, *(const M *)x.a, *(const M *)x.b);             \
  }
EACH(DEFINE)
#endif

#ifdef MAIN
#include "Inputs/mapped.h"
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

std::string messages;
int held;
static long cases, wrong, thrown;

enum { Bytes = 1 << 15 };
alignas(64) static char memory[3][Bytes], left[sizeof memory];

template <class T, class S> struct Form {
  const char *name;
  void (*plain)(const Case &), (*gemmify)(const Case &);

  /// The matrices. Their headers may lie among the elements of one of them,
  /// \p inside: then all elements of C become zero, and sizes with them.
  Case lay(const S (&sizes)[6], int inside) const {
    using M = Matrix<T, S>;
    for (int o = 0; o < 3; ++o)
      for (int i = 0; i < int(Bytes / sizeof(T)); ++i)
        ((T *)memory[o])[i] = inside >= 0 ? 0 : (i * 7 + o) % 13 - 5;
    M *at[3];
    for (int o = 0; o < 3; ++o) {
      char *end = memory[o] + Bytes - 64;
      if (inside >= 0)
        end = memory[inside] + 64 * o + 640;
      at[o] = new (end) M{sizes[2 * o], sizes[2 * o + 1], (T *)memory[o]};
    }
    return {at[0], at[1], at[2]};
  }

  static std::string run(void (*f)(const Case &), const Case &x) {
    messages.clear();
    try {
      f(x);
    } catch (const std::out_of_range &e) {
      messages += std::string(" thrown: ") + e.what();
      ++thrown;
    }
    return messages;
  }

  void compare(const S (&sizes)[6], int inside) const {
    ++cases;
    const std::string expected = run(plain, lay(sizes, inside));
    std::memcpy(left, memory, sizeof left);
    const std::string actual = run(gemmify, lay(sizes, inside));
    if (expected == actual && !std::memcmp(left, memory, sizeof left))
      return;
    ++wrong;
    std::printf("%s: %ldx%ld, %ldx%ld, %ldx%ld in %d: %s\n", name,
                long(sizes[0]), long(sizes[1]), long(sizes[2]), long(sizes[3]),
                long(sizes[4]), long(sizes[5]), inside, actual.c_str());
  }

  bool runsKernel() const {
    if (const pid_t child = fork()) {
      int status;
      waitpid(child, &status, 0);
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    const S sizes[6] = {54, 55, 54, 53, 53, 55};
    _exit(!run(gemmify, lay(sizes, -1)).empty() * 0 + !mapped);
  }

  void test() const {
    if (!runsKernel()) {
      ++wrong;
      std::printf("%s: no kernel\n", name);
    }
    for (S m : {0, 1, 30, 54})
      for (S n : {0, 1, 7, 55})
        for (S k : {0, 1, 29, 53})
          for (int o = 0; o < 6; ++o)
            for (int by : {0, 1, -1, -20, -200}) {
              S sizes[6] = {m, n, m, k, k, n};
              sizes[o] += by;
              compare(sizes, -1);
#ifdef ALIASING
              // No element of C must become the address alone.
              if (by == 0 || o == 3 || o == 4)
                for (int inside : {0, 1, 2})
                  compare(sizes, inside);
#endif
            }
  }
};

#define DECLARE(NAME, T, S)                                                    \
  void plain_##NAME(const Case &), gemmify_##NAME(const Case &);
EACH(DECLARE)

int main() {
#define TEST(NAME, T, S)                                                       \
  Form<T, S>{#NAME, plain_##NAME, gemmify_##NAME}.test();
  EACH(TEST)
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return !thrown;
}
#endif
