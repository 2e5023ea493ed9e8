//===- mapped.h - Counts mappings of memory ------------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For programs that are linked with -Wl,--wrap=mmap: kernels take workspace so,
/// which shows that they run.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_MAPPED_H
#define GEMMIFY_TEST_EXEC_MAPPED_H

#include <stddef.h>
#include <sys/mman.h>

#ifdef __cplusplus
extern "C" {
#endif
static long mapped;
void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__wrap_mmap(void *at, size_t size, int prot, int flags, int fd,
                  off_t off) {
  ++mapped;
  return __real_mmap(at, size, prot, flags, fd, off);
}
#ifdef __cplusplus
}
#endif

#endif // GEMMIFY_TEST_EXEC_MAPPED_H
