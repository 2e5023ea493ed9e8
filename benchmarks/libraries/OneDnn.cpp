//===- OneDnn.cpp - oneDNN as a row of bytes ------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Row-major products of bytes, C = A·B. Without VNNI its sums may saturate;
/// Matrices.cpp keeps the bytes small enough for it.
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

static auto gemm(const int8_t *) { return dnnl_gemm_s8s8s32; }
static auto gemm(const uint8_t *) { return dnnl_gemm_u8s8s32; }

PRODUCT {
  static_assert(!A_COLUMN && !B_COLUMN && !C_COLUMN);
  const SUM Zero = 0;
  for (long x = 0; x < batch; ++x)
    gemm(A)('N', 'N', 'F', m, n, k, 1.0f, A + x * m * k, lda, 0, B + x * k * n,
            ldb, 0, 0.0f, C + x * m * n, ldc, &Zero);
}
