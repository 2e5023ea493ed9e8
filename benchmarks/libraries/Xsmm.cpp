//===- Xsmm.cpp - LIBXSMM as a row ----------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that LIBXSMM generates at run time for the exact size. It exists where
/// all matrices have one layout, alpha is 1 and beta 0 or 1.
///
//===----------------------------------------------------------------------===//

#include "../workloads/product.h"
#include "Library.h"

// Names of LIBXSMM's own; it is told the size when it is called.
#undef M
#undef N
#undef K
#undef a
#undef b
#undef c
#include <libxsmm.h>
#include <type_traits>

namespace {

struct Size {
  long Rows, Columns, Depth;
  bool operator==(const Size &O) const {
    return Rows == O.Rows && Columns == O.Columns && Depth == O.Depth;
  }
};

/// The library's kernel of type T.
template <typename T>
auto dispatch(const Size &S, int A, int B, int C, T Alpha, T Beta) {
  int Flags = LIBXSMM_GEMM_FLAG_NONE;
  int I = int(S.Rows), J = int(S.Columns), P = int(S.Depth);
  if constexpr (std::is_same_v<T, float>)
    return libxsmm_smmdispatch(I, J, P, &A, &B, &C, &Alpha, &Beta, &Flags,
                               nullptr);
  else
    return libxsmm_dmmdispatch(I, J, P, &A, &B, &C, &Alpha, &Beta, &Flags,
                               nullptr);
}

using Kernel = decltype(dispatch<SUM>({}, 0, 0, 0, 1, 1));

} // namespace

extern "C" const char *version() { return "LIBXSMM " LIBXSMM_VERSION; }

// It knows matrices by columns. By rows, the product is that of the transposed
// matrices the other way round.
PRODUCT {
  static_assert(A_COLUMN == C_COLUMN && B_COLUMN == C_COLUMN);
  constexpr bool Swapped = !C_COLUMN;
  static Size Of;
  static Kernel Generated;
  Size Wanted{Swapped ? n : m, Swapped ? m : n, k};
  if (!Generated || !(Of == Wanted)) {
    Generated = dispatch<SUM>(Wanted, int(Swapped ? ldb : lda),
                              int(Swapped ? lda : ldb), int(ldc), alpha, beta);
    Of = Wanted;
  }
  for (long x = 0; x < batch; ++x) {
    const SUM *Left = A + x * m * k, *Right = B + x * k * n;
    Generated(Swapped ? Right : Left, Swapped ? Left : Right, C + x * m * n);
  }
}
