//===- FixedPlaces.h - What a nest finds in one place all along -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes and pointers to tables that are members of objects are loaded in the
/// nest again and again, as far as the compiler knows that a store may change
/// them, and branches ask about them. A copy of the nest has both before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_FIXEDPLACES_H
#define GEMMIFY_PASS_REWRITE_TABLES_FIXEDPLACES_H

#include "RowNumbers.h"
#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// What a copy of a nest has from before it.
struct FixedPlaces {
  llvm::SmallVector<EarlyLoad, 4> Places;
  llvm::SmallVector<ToldNumber, 2> Numbers;
  /// Those of the first row; what others load must not be changed, either.
  llvm::SmallVector<EarlyLoad, 4> Firsts;
};

/// Takes loads of numbers and pointers out of the copy of \p Trial that find
/// one place in all iterations, if that may be read before it: the copy does
/// so whenever it is entered, or it is known to be there. What is in these
/// places must not be changed by the nest. Branches that do not change then
/// lead to the loop \p Inner of the copy in any case: where they do not, the
/// nest runs as it is. What counts loops and is found in rows is taken from the
/// first one. Empty where the copy is no nest then.
std::optional<FixedPlaces> takeFixedPlaces(TrialNest &Trial, llvm::Loop &Inner,
                                           const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_FIXEDPLACES_H
