//===- ReloadedPhis.h - Phis of one value -----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a nest loads the bound of a loop again and again, LLVM keeps in phis
/// what it has loaded on each way, and puts a constant there on a way that is
/// taken because of it:
///
///     n1 = phi [n, before], [n2, latch];
///     if (n1 != 0) { …; n3 = load &a->n; }
///     n2 = phi [0, header], [n3, behind]
///
/// All of them are n, if nothing is written to where it is loaded from.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_RELOADEDPHIS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_RELOADEDPHIS_H

#include "pass/recognize/access/PhiWeb.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gemmify {

/// Phis that are one number.
struct ReloadedPhis : PhiWeb {
  /// From before the nest; empty where they only give what the loads find. All
  /// phis are the first one, if all others and all of the loads are, or what
  /// these find, if that is one number.
  llvm::SmallSetVector<llvm::Value *, 1> Before;
};

/// Those that give their values to \p Phi, of \p Root. Where they are compared
/// with zero alone, another number that is not zero may stand for a value that
/// is known not to be. Empty where they may have other values. \p FindEarlier
/// says what a load of the nest would find again, or null.
std::optional<ReloadedPhis> findReloadedPhis(
    llvm::PHINode &Phi, const llvm::Loop &Root, const NestAnalyses &A,
    llvm::function_ref<llvm::LoadInst *(const llvm::LoadInst &)> FindEarlier);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_RELOADEDPHIS_H
