//===- KeptRecord.h - The record of an operand that is kept -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_REPEATS_KEPTRECORD_H
#define GEMMIFY_PASS_REWRITE_REPEATS_KEPTRECORD_H

#include "pass/plan/BlockingPlan.h"
#include "pass/product/Product.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace gemmify {

/// Where \p P, whose kernel takes workspace if it \p MayAllocate and packs an
/// operand by \p Plan, runs several times with the same one, adds a record
/// (KeptPacking.h) to the frame of the function and says so in \p P. The record
/// is empty when the loop around the nest is entered, and its memory is given
/// back behind each exit of that loop. Keeps the analyses in \p A up to date.
void keepAcrossRuns(Product &P, const BlockingPlan &Plan, bool MayAllocate,
                    llvm::AAResults &AA, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_REPEATS_KEPTRECORD_H
