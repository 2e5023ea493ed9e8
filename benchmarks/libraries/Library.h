//===- Library.h - What a library's adapter defines ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An adapter is compiled to a shared object with `product`, like a workload
/// (workloads/product.h), and with what stands here.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_LIBRARY_H
#define GEMMIFY_BENCHMARKS_LIBRARY_H

#include <string>

/// Name and version of the library, and of its kernels where it tells. Starts
/// with "missing: " when it cannot be used here, and says why.
extern "C" const char *version();

#endif // GEMMIFY_BENCHMARKS_LIBRARY_H
