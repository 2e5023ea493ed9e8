//===- adopt.h - Containers in memory of a test --------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_ADOPT_H
#define GEMMIFY_TEST_EXEC_ADOPT_H

#include <cstddef>

/// Memory of the test, which lies between inaccessible pages, for containers
/// that want to allocate theirs and to fill it.
template <typename E> struct Adopt {
  using value_type = E;
  E *Memory;
  explicit Adopt(void *P) : Memory(static_cast<E *>(P)) {}
  E *allocate(size_t) { return Memory; }
  void deallocate(E *, size_t) {}
  template <typename... Args> void construct(E *, Args &&...) {}
  template <typename U> void destroy(U *) {}
  bool operator==(const Adopt &Other) const { return Memory == Other.Memory; }
  bool operator!=(const Adopt &Other) const { return Memory != Other.Memory; }
};

#endif // GEMMIFY_TEST_EXEC_ADOPT_H
