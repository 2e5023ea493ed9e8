//===- Blas.cpp - A library with CBLAS as a row ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LIBRARY is the name of a shared library, PREFIX `openblas` or `blis`. It is
/// loaded apart from anything else that defines cblas_*; how many threads it
/// uses, the environment says.
///
//===----------------------------------------------------------------------===//

#include "../workloads/product.h"
#include "Kernels.h"
#include "Library.h"
#include <cstring>
#include <dlfcn.h>

namespace {

enum { RowMajor = 101, ColumnMajor = 102, Plain = 111, Transposed = 112 };

/// Complex scalars are passed by their address.
template <typename T> struct Scalar {
  using Type = T;
  static T pass(const T &Value) { return Value; }
};
template <typename T> struct Scalar<std::complex<T>> {
  using Type = const void *;
  static const void *pass(const std::complex<T> &Value) { return &Value; }
};

using Gemm = void (*)(int, int, int, int, int, int, Scalar<SUM>::Type,
                      const LEFT *, int, const RIGHT *, int, Scalar<SUM>::Type,
                      SUM *, int);

constexpr const char *nameOf(float) { return "cblas_sgemm"; }
constexpr const char *nameOf(double) { return "cblas_dgemm"; }
constexpr const char *nameOf(std::complex<float>) { return "cblas_cgemm"; }
constexpr const char *nameOf(std::complex<double>) { return "cblas_zgemm"; }

struct Blas {
  Gemm Function = nullptr;
  std::string Version;
  Blas();
};

Blas::Blas() {
  void *Library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    Version = std::string("missing: ") + dlerror();
    return;
  }
  Function = reinterpret_cast<Gemm>(dlsym(Library, nameOf(SUM())));
  Version = kernels::versionOf(Library);
}

const Blas Loaded;

} // namespace

extern "C" const char *version() { return Loaded.Version.c_str(); }

PRODUCT {
  int M_ = int(m), N_ = int(n), K_ = int(k);
  for (long x = 0; x < batch; ++x)
    Loaded.Function(C_COLUMN ? ColumnMajor : RowMajor,
                    A_COLUMN == C_COLUMN ? Plain : Transposed,
                    B_COLUMN == C_COLUMN ? Plain : Transposed, M_, N_, K_,
                    Scalar<SUM>::pass(alpha), A + x * m * k, int(lda),
                    B + x * k * n, int(ldb), Scalar<SUM>::pass(beta),
                    C + x * m * n, int(ldc));
}
