//===- Clock.h - Time that this thread ran ---------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything measured here is one thread that computes: its processor time
/// is its speed, also while other programs want the processor.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_CLOCK_H
#define GEMMIFY_BENCHMARKS_CLOCK_H

#include <ctime>

/// Seconds that the calling thread has run so far.
inline double processorSeconds() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return static_cast<double>(Now.tv_sec) + 1e-9 * Now.tv_nsec;
}

#endif // GEMMIFY_BENCHMARKS_CLOCK_H
