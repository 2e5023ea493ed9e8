//===- trapping-checks.cpp - Hardened vectors of libc++ -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{mode} = -stdlib=libc++ -D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE
// DEFINE: %{flags} = -std=c++17 -O3 -march=x86-64-v3 -Wall -Werror %s -c
// DEFINE: %{packing} = -mllvm -gemmify-strategy=packing -Rpass=gemmify
// RUN: %clang %{flags} %{mode}_FAST -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} %{mode}_FAST -DV=gemmify %{packing} -o %t.gemmify.o 2>&1 \
// RUN:   | grep -o 'checks.cpp:[0-9]*:.*matrix product rewritten' | cut -d: -f2 | uniq | wc -l | grep -x 6
// RUN: %clang -std=c++17 -O1 -DMAIN -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -lstdc++ -o %t
// RUN: %t | FileCheck %s
// RUN: %clang %{flags} %{mode}_EXTENSIVE -O2 -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} %{mode}_EXTENSIVE -O2 -DV=gemmify %{packing} -o %t.gemmify.o 2>&1 \
// RUN:   | grep -o 'checks.cpp:[0-9]*:.*matrix product rewritten' | cut -d: -f2 | uniq | wc -l | grep -x 6
// RUN: %clang -std=c++17 -O1 -DMAIN -Wl,--wrap=mmap %s %t.plain.o %t.gemmify.o -lstdc++ -o %t
// RUN: %t | FileCheck %s
//
// Where a vector is too short, the trap comes where it does without the plugin,
// with C as far as it had come.
//
// CHECK: {{^[1-9][0-9]*}} cases, 0 wrong
//
//===----------------------------------------------------------------------===//

#include <cstddef>

/// Vectors of \p of elements each, in \p at.
struct Case {
  double *at[3];
  size_t of[3];
  size_t m, n, k;
};

#define EACH(F) F(ikj) F(kij) F(ijk) F(row_of_a) F(transposed) F(ints)
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(T, I, N) for (T I = 0; I < N; I++)

#ifdef V
#include "Inputs/adopt.h"
#include <vector>

using Vector = std::vector<double, Adopt<double>>;

#define FORM(NAME, T)                                                          \
  __attribute__((noinline)) static void NAME(                                  \
      Vector &c, const Vector &a, const Vector &b, T m, T n, T K)
FORM(ikj, size_t) {
  UP(size_t, i, m) UP(size_t, k, K) UP(size_t, j, n)
    c[i * n + j] += a[i * K + k] * b[k * n + j];
}
FORM(kij, size_t) {
  UP(size_t, k, K) UP(size_t, i, m) UP(size_t, j, n)
    c[i * n + j] -= a[i * K + k] * b[k * n + j];
}
FORM(ijk, size_t) {
  UP(size_t, i, m) UP(size_t, j, n) {
    double s = 0;
    UP(size_t, k, K) s += a[i * K + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}
FORM(row_of_a, size_t) {
  UP(size_t, i, m) UP(size_t, k, K) {
    const double x = a[i * K + k];
    UP(size_t, j, n) c[i * n + j] += x * b[k * n + j];
  }
}
FORM(transposed, size_t) {
  UP(size_t, j, n) UP(size_t, k, K) UP(size_t, i, m)
    c[j * m + i] += a[k * m + i] * b[j * K + k];
}
FORM(ints, int) {
  UP(int, i, m) UP(int, k, K) UP(int, j, n)
    c[i * n + j] += a[i * K + k] * b[k * n + j];
}

#define DEFINE(NAME)                                                           \
  void CAT(V, NAME)(const Case &x) {                                           \
    Vector a(x.of[0], Adopt<double>(x.at[0]));                                 \
    Vector b(x.of[1], Adopt<double>(x.at[1]));                                 \
    Vector c(x.of[2], Adopt<double>(x.at[2]));                                 \
    NAME(c, a, b, x.m, x.n, x.k);                                              \
  }
EACH(DEFINE)
#endif

#ifdef MAIN
#include "Inputs/mapped.h"
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf wayOut;
static void onTrap(int) { siglongjmp(wayOut, 1); }

#define DECLARE(NAME) void plain_##NAME(const Case &), gemmify_##NAME(const Case &);
EACH(DECLARE)
struct Form {
  const char *name;
  void (*plain)(const Case &), (*gemmify)(const Case &);
};
#define ENTER(NAME) {#NAME, plain_##NAME, gemmify_##NAME},
static const Form forms[] = {EACH(ENTER)};

enum { Max = 56 * 56 };
static double memory[3][Max], left[Max];

static bool traps(void (*run)(const Case &), const Case &x) {
  for (int o = 0; o < 3; ++o)
    for (int i = 0; i < Max; ++i)
      memory[o][i] = (i * 7 + o) % 13 / 7. - 1;
  if (sigsetjmp(wayOut, 1))
    return true;
  run(x);
  return false;
}

static long cases, wrong, trapped;
static void compare(const Form &f, const Case &x) {
  ++cases;
  const bool expected = traps(f.plain, x);
  std::memcpy(left, memory[2], sizeof left);
  const bool actual = traps(f.gemmify, x);
  trapped += expected;
  if (expected == actual && !std::memcmp(left, memory[2], sizeof left))
    return;
  ++wrong;
  std::printf("%s: %zux%zux%zu of %zu, %zu, %zu\n", f.name, x.m, x.n, x.k,
              x.of[0], x.of[1], x.of[2]);
}

static Case caseOf(size_t m, size_t n, size_t k) {
  return {{memory[0], memory[1], memory[2]}, {m * k, k * n, m * n}, m, n, k};
}

/// Whether a process that has no workspace yet maps some.
static bool runsKernel(const Form &f) {
  if (const pid_t child = fork()) {
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  _exit(traps(f.gemmify, caseOf(54, 55, 53)) || !mapped);
}

/// The vectors are of the right size, longer by one, shorter, or two of them
/// are shorter.
static void shorten(const Form &f, const Case &full) {
  compare(f, full);
  for (int o = 0; o < 3; ++o) {
    const size_t all = full.of[o];
    for (size_t of : {all + 1, all - 1, all / 2, size_t(1), size_t(0)})
      if (of <= Max) {
        Case x = full;
        x.of[o] = of;
        compare(f, x);
        x.of[(o + 1) % 3] /= 2;
        compare(f, x);
      }
  }
}

int main() {
  std::signal(SIGILL, onTrap);
  std::signal(SIGTRAP, onTrap);
  for (const Form &f : forms)
    if (!runsKernel(f)) {
      ++wrong;
      std::printf("%s: no kernel\n", f.name);
    }
  for (const Form &f : forms)
    for (size_t m : {0, 1, 54})
      for (size_t n : {0, 1, 7, 55})
        for (size_t k : {0, 1, 53})
          shorten(f, caseOf(m, n, k));
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return !trapped;
}
#endif
