//===- PivotParts.h - Parts of the steps of an elimination ---- -*- C++ -*-===//
//-*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what of a nest is no part of the update, before there is a model.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTPARTS_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTPARTS_H

#include "RowSwap.h"
#include "pass/rewrite/staircase/ModelNest.h"

namespace gemmify {

/// Whether the code generator may compute something in \p Root in another way
/// in a copy that has other loops.
bool mayApproximate(const llvm::Loop &Root);

/// What is no part of the update: loops without stores, which only look, the
/// one that exchanges rows, and what is stored elsewhere.
AsideParts findAside(llvm::Loop &Root, const RowSwap &Swap,
                     llvm::ScalarEvolution &SE);

/// Whether a loop in \p Root is around one innermost loop, which may be a sum.
bool maySum(const llvm::Loop &Root);

/// The one number that an update uses and that is computed for each row, or
/// null.
llvm::Instruction *findFactor(const llvm::Loop &Root);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTPARTS_H
