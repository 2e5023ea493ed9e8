//===- OpenBlas.h - The library beside us ----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads OpenBLAS by its own name, apart from anything else that defines
/// cblas_*, and sets it to one thread.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_OPENBLAS_H
#define GEMMIFY_BENCHMARKS_OPENBLAS_H

#include <optional>
#include <string>

/// C += A·B of row-major n×n matrices; T is float or double.
template <typename T> struct OpenBlas {
  /// Version and kernels, as the library names them.
  std::string Name;
  void operator()(long N, const T *A, const T *B, T *C) const;

  /// Nothing when the library is not installed.
  static std::optional<OpenBlas> load();

private:
  void *Gemm = nullptr;
};

#endif // GEMMIFY_BENCHMARKS_OPENBLAS_H
