//===- KnownExits.h - Loops that end by what is known --------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a loop asks in its middle what it asks in its end, too, LLVM makes one
/// question of both: what the answer was comes to the end in a phi of true and
/// false, and nobody can tell how often the loop runs. A copy asks again, and
/// joins what LLVM has made two of for that.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_KNOWNEXITS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_KNOWNEXITS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readKnownExits(llvm::Loop &Innermost,
                                          const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_KNOWNEXITS_H
