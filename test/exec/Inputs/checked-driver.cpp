//===- checked-driver.cpp - Each check fails in each place ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the forms of checked.cpp, built without and with the plugin, on the
/// same memory, and compares how they end, what they say and what is in memory
/// then. Where all checks pass, a child process sees that the kernel has run:
/// it maps workspace.
///
//===----------------------------------------------------------------------===//

#include "checked.h"
#include "mapped.h"
#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static std::string said;
static sigjmp_buf wayOut;
extern "C" void note(const char *what) { said += what + std::string("; "); }
extern "C" void __assert_fail(const char *what, const char *, unsigned line,
                              const char *) noexcept {
  note((what + std::to_string(line)).c_str());
  siglongjmp(wayOut, 1);
}
namespace std {
[[noreturn]] void __glibcxx_assert_fail(const char *, int line, const char *,
                                        const char *what) noexcept {
  note((what + std::to_string(line)).c_str());
  siglongjmp(wayOut, 1);
}
} // namespace std
static void onTrap(int) { siglongjmp(wayOut, 2); }

enum { Max = 56 * 56 };
static double memory[3][Max];

static void fill() {
  for (int o = 0; o < 3; ++o)
    for (int i = 0; i < Max; ++i)
      memory[o][i] = (i * 7 + o) % 13 - 5.5;
}

/// How \p form ends for \p x.
static std::string outcome(const Form &form, const Case &x) {
  fill();
  said.clear();
  if (int how = sigsetjmp(wayOut, 1))
    return said + "stopped " + std::to_string(how);
  try {
    const int result = form.run(x);
    return said + "returned " + std::to_string(result);
  } catch (std::exception &e) {
    return said + "thrown " + e.what();
  } catch (int which) {
    return said + "thrown " + std::to_string(which);
  }
}

static long cases, wrong;
static void compare(const Form &a, const Form &b, const Case &x) {
  ++cases;
  const std::string expected = outcome(a, x);
  const std::vector<double> left(memory[2], memory[2] + Max);
  const std::string actual = outcome(b, x);
  if (actual == expected &&
      !std::memcmp(left.data(), memory[2], sizeof memory[2]))
    return;
  ++wrong;
  std::printf("%s %dx%dx%d: %s, not %s\n", a.name, x.m, x.n, x.k,
              actual.c_str(), expected.c_str());
}

static bool runsKernel(const Form &form, const Case &x) {
  if (const pid_t child = fork()) {
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  mapped = 0;
  outcome(form, x);
  _exit(mapped == 0);
}

static Case caseOf(int m, int n, int k) {
  return {{memory[0], size_t(m) * k, m, k},
          {memory[1], size_t(k) * n, k, n},
          {memory[2], size_t(m) * n, m, n},
          m,
          n,
          k};
}

/// Each length and size, one after the other, too small for the first
/// iteration, one in the middle, and the last; and larger than need be.
static void failEach(const Form &a, const Form &b, int m, int n, int k) {
  const Case right = caseOf(m, n, k);
  for (Operand Case::*of : {&Case::a, &Case::b, &Case::c}) {
    const Operand &full = right.*of;
    for (size_t length :
         {size_t(0), full.length / 2, full.length - 1, full.length + 1}) {
      Case x = right;
      (x.*of).length = length;
      compare(a, b, x);
    }
    for (int Operand::*size : {&Operand::rows, &Operand::columns})
      for (int some : {0, full.*size / 2, full.*size - 1, full.*size + 1, -1,
                       full.*size + 0x40000000}) {
        Case x = right;
        (x.*of).*size = some;
        // A wider row takes the matrix out of memory.
        if (size == &Operand::columns && some > full.columns)
          continue;
        compare(a, b, x);
      }
  }
}

/// The sizes of an operand lie in the result, which makes the number of rows 0,
/// or right before or behind it.
static void overwriteSizes(const Form &a, const Form &b, int m, int n, int k) {
  const Case right = caseOf(m, n, k);
  for (Operand Case::*of : {&Case::a, &Case::b, &Case::c})
    for (int at : {-2, 0, m * n / 2, m * n - 1, m * n}) {
      Case x = right;
      x.c.data += 2;
      (x.*of).header = x.c.data + at;
      compare(a, b, x);
    }
}

int main() {
  for (int signal : {SIGILL, SIGTRAP, SIGABRT, SIGFPE})
    std::signal(signal, onTrap);
  // The first run maps, and others find it.
  for (const Form *a = plain, *b = gemmify; a->name; ++a, ++b)
    if (runsKernel(*a, caseOf(56, 56, 56)) ||
        !runsKernel(*b, caseOf(56, 56, 56))) {
      ++wrong;
      std::printf("%s: the wrong loops run\n", a->name);
    }
  for (const Form *a = plain, *b = gemmify; a->name; ++a, ++b) {
    for (auto [m, n, k] : {std::array{1, 1, 1},
                           {5, 7, 9},
                           {33, 20, 17},
                           {16, 48, 40},
                           {52, 52, 52},
                           {2, 1, 30},
                           {0, 3, 3},
                           {3, 0, 3},
                           {3, 3, 0}})
      for (int times : {0, 1})
        if (times == 0)
          compare(*a, *b, caseOf(m, n, k));
        else if (m * n * k) {
          failEach(*a, *b, m, n, k);
          overwriteSizes(*a, *b, m, n, k);
        }
  }
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
}
