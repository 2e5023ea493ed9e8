//===- unwinding.cpp - Exceptions and longjmp leave nothing behind --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: mkdir -p %t
// RUN: %clangplugin -O2 -march=native %s -Rpass=gemmify -o %t/run -lstdc++ \
// RUN:   -mllvm -gemmify-strategy=packing -Wl,--wrap=mmap,--wrap=munmap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REWRITTEN
// RUN: %t/run
//
// The code around a product is left in every way that there is, again and
// again. There is one workspace at the end, as there was after the first.
//
//===----------------------------------------------------------------------===//

#include <csetjmp>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <sys/mman.h>

static long live;
extern "C" void *__real_mmap(void *, size_t, int, int, int, off_t);
extern "C" int __real_munmap(void *, size_t);
extern "C" void *__wrap_mmap(void *at, size_t size, int prot, int flags, int fd,
                             off_t off) {
  ++live;
  return __real_mmap(at, size, prot, flags, fd, off);
}
extern "C" int __wrap_munmap(void *at, size_t size) {
  --live;
  return __real_munmap(at, size);
}

enum { Max = 90 };
static float a[Max * Max], b[Max * Max], c[Max * Max];
static std::jmp_buf wayOut;
static int objects;
struct Object {
  Object() { ++objects; }
  ~Object() { --objects; }
};

enum How { Return, Throw, Jump };

/// Lets an exception or a jump pass that comes from behind the product.
__attribute__((noinline)) static void leave(How how) {
  if (how == Throw)
    throw 1;
  if (how == Jump)
    std::longjmp(wayOut, 1);
}

__attribute__((noinline)) static void product(int n, How how) {
  std::unique_ptr<Object> object;
  if (how != Jump)
    object.reset(new Object);
  // REWRITTEN: unwinding.cpp:[[#@LINE+4]]:{{.*}} rewritten
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  leave(how);
}

/// The product stands where exceptions pass.
__attribute__((noinline)) static void between(int n, How how) {
  Object object;
  try {
    if (n % 2)
      leave(how);
    // REWRITTEN: unwinding.cpp:[[#@LINE+4]]:{{.*}} rewritten
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          c[i * n + j] -= a[i * n + k] * b[k * n + j];
    leave(how);
  } catch (long) {
    ++objects;
  }
}

int main() {
  for (int i = 0; i < Max * Max; ++i)
    a[i] = float(i % 7), b[i] = float(i % 5);
  for (int round = 0; round < 300; ++round) {
    const int n = Max - round % 3;
    for (How how : {Return, Throw, Jump}) {
      if (!setjmp(wayOut)) {
        try {
          product(n, how);
        } catch (int) {
        }
      }
      if (how == Jump)
        continue;
      try {
        between(n, how);
      } catch (int) {
      }
    }
  }
  std::printf("%ld workspaces, %d objects\n", live, objects);
  return live != 1 || objects != 0;
}
