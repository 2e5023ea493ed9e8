//===- ChosenStrides.h - Addresses chosen once for a nest ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of two addresses is used may depend on something that the nest does
/// not change, as in the reference DSYMM:
///
///     temp = alpha * (upper ? A(k,j) : A(j,k));
///
/// LLVM selects the address in each iteration. Where both move by fixed
/// strides, so does the one that is used: the copy has its start and strides
/// chosen before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENSTRIDES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENSTRIDES_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case; it may have to be read in
/// another way then.
std::unique_ptr<TrialNest> readChosenStrides(llvm::Loop &Innermost,
                                             const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHOSENSTRIDES_H
