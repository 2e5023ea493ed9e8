//===- ChosenElements.h - Elements whose address is chosen ---- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of a symmetric matrix, one triangle is read, at A(i,k) or at A(k,i):
///
///     sum += (k <= i ? A[i][k] : A[k][i]) * B[k][j];
///
/// LLVM loads once, from an address that it selects. Read as two loads, of
/// which a branch chooses one: recognition follows branches to addresses.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENELEMENTS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENELEMENTS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readChosen(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENELEMENTS_H
