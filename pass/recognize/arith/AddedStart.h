//===- AddedStart.h - C += sum as a sum that starts from C ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where additions may be done in any order, C + (0 + sum) is (C + sum). Then a
/// tile of k that forms a sum of its own goes on from the tile before it:
///
///     for (kk …) for (i …) for (j …) { s = 0; for (k …) s += …; C(i,j) += s; }
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDSTART_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDSTART_H

#include "SliceMatch.h"

namespace gemmify {

/// Lets the sum of \p N start from C where that is so; else changes nothing.
void startFromAddedC(GemmNest &N, SliceMatch &Slices);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDSTART_H
