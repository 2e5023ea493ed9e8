//===- CopyLegality.h - What has to hold for a trial's copy -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_COPYLEGALITY_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_COPYLEGALITY_H

#include "TrialNest.h"
#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// What a reading can test of \p Copied before it enters the copy of \p Trial;
/// empty where that is not all of the copy, does more than a product, unless it
/// \p MayWriteMore, or where its rows are found through tables.
std::optional<Legality> examineCopy(const GemmNest &Copied,
                                    const TrialNest &Trial, llvm::AAResults &AA,
                                    llvm::ScalarEvolution &SE,
                                    bool MayWriteMore = false);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_COPYLEGALITY_H
