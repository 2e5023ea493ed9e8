//===- pages.h - Memory that ends where nothing may be touched -*- C -*----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_PAGES_H
#define GEMMIFY_TEST_EXEC_PAGES_H

#include <stdlib.h>
#include <sys/mman.h>

/// \p bytes between two pages that cannot be accessed, beside the one in front
/// or, \p at_end, beside the one behind. Zero.
static void *between_pages(size_t bytes, int at_end) {
  const size_t page = 4096, room = (bytes + page) / page * page;
  char *all = mmap(NULL, room + 2 * page, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, room, PROT_READ | PROT_WRITE))
    exit(2);
  return all + page + (at_end ? room - bytes : 0);
}

#endif // GEMMIFY_TEST_EXEC_PAGES_H
