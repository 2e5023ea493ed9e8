//===- checked-rows-driver.cpp - Rows fail their checks -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the forms of checked-rows.cpp, built without and with the plugin, on
/// the same memory, and compares how they end, what they say and what is in
/// memory then. Tables end at the end of a page, in some cases before the rows
/// that they should have: what the plain build does not read there, the other
/// one does not either.
///
//===----------------------------------------------------------------------===//

#include "checked-rows.h"
#include "mapped.h"
#include <algorithm>
#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static std::string said;
static sigjmp_buf wayOut;
extern "C" void note(const char *what) { said += what + std::string("; "); }
void raise(size_t i, size_t n) {
  throw std::out_of_range(std::to_string(i) + " of " + std::to_string(n));
}
static void onFault(int) { siglongjmp(wayOut, 1); }

enum { Most = 48, Page = 4096 };
/// Before a page that cannot be touched.
template <typename T, int Which> static T *beforePageEnd(size_t count) {
  static char *const end = [] {
    void *const pages = __real_mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(static_cast<char *>(pages) + Page, Page, PROT_NONE);
    return static_cast<char *>(pages) + Page;
  }();
  return reinterpret_cast<T *>(end) - count;
}

static double memory[3][Most * Most];

/// What is wrong with a case, by operand: one row is shorter, tables have fewer
/// rows than they say, or say that they have fewer.
struct Faults {
  int row[3] = {-1, -1, -1}, length[3] = {0, 0, 0};
  int there[3] = {Most, Most, Most}, said[3] = {Most, Most, Most};
  int places = Most;      ///< That a list has,
  int place = -1, is = 0; ///< and the one that is wrong.
  bool use = true;
  int over = -1; ///< Row of C that lies on lengths of B,
  int from = 0;  ///< and its element there.
};

template <int O>
static void build(const Faults &f, int rows, int columns, int width, Table &t,
                  Lists &l) {
  const int there = std::min(rows, f.there[O]),
            says = std::min(rows, f.said[O]);
  Row *const table = beforePageEnd<Row, 3 * O>(there);
  double **const pointers = beforePageEnd<double *, 3 * O + 1>(there);
  size_t *const lengths = beforePageEnd<size_t, 3 * O + 2>(there);
  for (int r = 0; r < there; ++r) {
    double *const data = memory[O] + r * width;
    lengths[r] = f.row[O] == r ? f.length[O] : columns;
    pointers[r] = data;
    table[r] = {data, data + lengths[r], data + width};
  }
  t = {table, table + says, table + rows};
  l = {pointers, lengths, size_t(says)};
}

static Case make(const Faults &f, int m, int n, int k) {
  for (int o = 0; o < 3; ++o)
    for (int i = 0; i < Most * Most; ++i)
      memory[o][i] = f.over >= 0 && o == 1 ? 4.94065645841246544e-324
                     : f.over >= 0         ? 1
                                           : (i * 7 + o) % 13 - 5.5;
  Case x;
  build<0>(f, m, k, k, x.a, x.la);
  build<1>(f, k, n, n, x.b, x.lb);
  build<2>(f, m, n, n, x.c, x.lc);
  int *const places = beforePageEnd<int, 9>(std::min(k, f.places));
  for (int p = 0; p < k && p < f.places; ++p)
    places[p] = p == f.place ? f.is : k - 1 - p;
  x.places = {places, places + std::min(k, f.places)};
  if (f.over >= 0)
    const_cast<double **>(x.lc.rows)[f.over] =
        reinterpret_cast<double *>(const_cast<size_t *>(x.lb.lengths)) - f.from;
  x.m = m, x.n = n, x.k = k, x.use = f.use;
  return x;
}

/// How \p form ends for \p x.
static std::string outcome(const Form &form, const Case &x) {
  said.clear();
  if (sigsetjmp(wayOut, 1))
    return "fault";
  try {
    const int result = form.run(x);
    return said + "returned " + std::to_string(result);
  } catch (std::exception &e) {
    return said + "thrown " + e.what();
  }
}

static long cases, wrong, faults;
static void compare(const Form &a, const Form &b, const Faults &f, int m, int n,
                    int k) {
  static double left[Most * Most];
  static size_t lengths[Most];
  Case x = make(f, m, n, k);
  const std::string expected = outcome(a, x);
  // Undefined.
  if (expected == "fault") {
    ++faults;
    return;
  }
  ++cases;
  std::memcpy(left, memory[2], sizeof left);
  const int there = std::min(k, f.there[1]);
  std::copy_n(x.lb.lengths, there, lengths);
  x = make(f, m, n, k);
  const std::string actual = outcome(b, x);
  if (actual == expected && !std::memcmp(left, memory[2], sizeof left) &&
      std::equal(lengths, lengths + there, x.lb.lengths))
    return;
  ++wrong;
  std::printf("%s %dx%dx%d: %s, not %s\n", a.name, m, n, k, actual.c_str(),
              expected.c_str());
}

static bool runsKernel(const Form &form) {
  if (const pid_t child = fork()) {
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  const Case x = make({}, 33, 20, 17);
  mapped = 0;
  outcome(form, x);
  _exit(mapped == 0);
}

static void failEach(const Form &a, const Form &b, int m, int n, int k,
                     bool isTyped) {
  const int rows[] = {m, k, m}, columns[] = {k, n, n};
  for (int o = 0; o < 3; ++o) {
    for (int row : {0, rows[o] / 2, rows[o] - 1})
      for (int length : {0, columns[o] / 2, columns[o] - 1, columns[o] + 1, -1})
        for (int other = 0; other < 3; ++other)
          for (int there : {0, 1, rows[other] / 2, row + 1, int(Most)}) {
            Faults f;
            f.row[o] = row, f.length[o] = length, f.there[other] = there;
            compare(a, b, f, m, n, k);
          }
    for (int some : {0, 1, rows[o] / 2, rows[o] - 1})
      for (int there : {some, int(Most)}) {
        Faults f;
        f.said[o] = some, f.there[o] = there;
        compare(a, b, f, m, n, k);
      }
  }
  for (int place : {0, k / 2, k - 1})
    for (int is : {-1, k, 1 << 30, 0})
      for (int there : {place + 1, int(Most)}) {
        Faults f;
        f.place = place, f.is = is, f.places = there;
        compare(a, b, f, m, n, k);
      }
  for (int there : {0, k / 2, int(Most)}) {
    Faults f;
    f.use = false, f.there[1] = there;
    compare(a, b, f, m, n, k);
  }
  for (int over : {0, m / 2, m - 1})
    for (int from : {0, n / 2, n - 1}) {
      if (isTyped)
        break;
      Faults f;
      f.over = over, f.from = from;
      compare(a, b, f, m, n, k);
    }
}

/// Before anything has run that keeps its workspace.
static void findKernels(const Form *a, const Form *b) {
  for (; a->name; ++a, ++b)
    if (runsKernel(*a) || !runsKernel(*b)) {
      ++wrong;
      std::printf("%s: the wrong loops run\n", a->name);
    }
}

static void compareAll(const Form *a, const Form *b, bool isTyped) {
  for (; a->name; ++a, ++b)
    for (auto [m, n, k] : {std::array{1, 1, 1},
                           {5, 7, 9},
                           {33, 20, 17},
                           {16, 48, 40},
                           {2, 1, 30},
                           {0, 3, 3},
                           {3, 0, 3},
                           {3, 3, 0}}) {
      compare(*a, *b, {}, m, n, k);
      if (m * n * k)
        failEach(*a, *b, m, n, k, isTyped);
    }
}

int main() {
  std::signal(SIGSEGV, onFault);
  findKernels(plain, gemmify);
  findKernels(plainTyped, gemmifyTyped);
  compareAll(plain, gemmify, false);
  compareAll(plainTyped, gemmifyTyped, true);
  std::printf("%ld cases, %ld wrong, %s\n", cases, wrong,
              faults > 100 ? "enough" : "few faults");
}
