//===- OneDnn.cpp - oneDNN as a row ---------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of floats, and row-major ones of bytes, C = A·B. Without VNNI its
/// sums of bytes may saturate; Matrices.cpp keeps the bytes small enough for
/// it.
///
//===----------------------------------------------------------------------===//

#include "../workloads/product.h"
#include "Library.h"
#include <oneapi/dnnl/dnnl.h>

extern "C" const char *version() {
  static const dnnl_version_t *V = dnnl_version();
  static const std::string Text = "oneDNN " + std::to_string(V->major) + "." +
                                  std::to_string(V->minor) + "." +
                                  std::to_string(V->patch);
  return Text.c_str();
}

[[maybe_unused]] static auto gemm(const int8_t *) { return dnnl_gemm_s8s8s32; }
[[maybe_unused]] static auto gemm(const uint8_t *) { return dnnl_gemm_u8s8s32; }

/// One row-major product of bytes.
template <typename Left>
static void multiply(const Left *A, const RIGHT *B, SUM *C, long m, long n,
                     long k, long lda, long ldb, long ldc, SUM, SUM) {
  const SUM Zero = 0;
  gemm(A)('N', 'N', 'F', m, n, k, 1.0f, A, lda, 0, B, ldb, 0, 0.0f, C, ldc,
          &Zero);
}

/// One product of floats. The library's matrices are row-major: a column-major
/// C is the transposed product.
[[maybe_unused]] static void multiply(const float *A, const float *B, float *C,
                                      long m, long n, long k, long lda,
                                      long ldb, long ldc, float Alpha,
                                      float Beta) {
  const char OfA = A_COLUMN == C_COLUMN ? 'N' : 'T';
  const char OfB = B_COLUMN == C_COLUMN ? 'N' : 'T';
  if (C_COLUMN)
    dnnl_sgemm(OfB, OfA, n, m, k, Alpha, B, ldb, A, lda, Beta, C, ldc);
  else
    dnnl_sgemm(OfA, OfB, m, n, k, Alpha, A, lda, B, ldb, Beta, C, ldc);
}

PRODUCT {
  for (long x = 0; x < batch; ++x)
    multiply(A + x * m * k, B + x * k * n, C + x * m * n, m, n, k, lda, ldb,
             ldc, alpha, beta);
}
