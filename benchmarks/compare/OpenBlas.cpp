//===- OpenBlas.cpp - The library beside us -------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenBlas.h"
#include "../libraries/Kernels.h"
#include <dlfcn.h>

enum { RowMajor = 101, NoTranspose = 111 };

template <typename T>
using CblasGemm = void (*)(int, int, int, int, int, int, T, const T *, int,
                           const T *, int, T, T *, int);

template <typename T>
void OpenBlas<T>::operator()(long N, const T *A, const T *B, T *C) const {
  int Size = static_cast<int>(N);
  reinterpret_cast<CblasGemm<T>>(Gemm)(RowMajor, NoTranspose, NoTranspose, Size,
                                       Size, Size, T(1), A, Size, B, Size, T(1),
                                       C, Size);
}

template <typename T> std::optional<OpenBlas<T>> OpenBlas<T>::load() {
  void *Library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return std::nullopt;
  OpenBlas Result;
  Result.Gemm = dlsym(Library, sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm");
  using SetThreads = void (*)(int);
  auto Set =
      reinterpret_cast<SetThreads>(dlsym(Library, "openblas_set_num_threads"));
  if (!Result.Gemm || !Set || kernels::chosenBy(Library).empty())
    return std::nullopt;
  Set(1);
  Result.Name = kernels::versionOf(Library);
  return Result;
}

template struct OpenBlas<float>;
template struct OpenBlas<double>;
