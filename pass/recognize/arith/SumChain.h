//===- SumChain.h - The steps of a sum in a loop body -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the sums of products that an innermost loop forms. A loop that the
/// programmer has unrolled has several, or adds several products to one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_SUMCHAIN_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_SUMCHAIN_H

#include "UpdateMatch.h"

namespace gemmify {

/// One sum: what an iteration adds to it, in order.
struct SumChain {
  llvm::SmallVector<Update, 4> Steps; ///< At least one.
  /// The store of the new sum in the loop, or null when it only lives in a
  /// register.
  llvm::StoreInst *Store = nullptr;
  /// Stores of the sum after earlier steps, to the same place.
  llvm::SmallVector<llvm::StoreInst *, 4> EarlierStores;
  /// The sum after its loop where that is not what the last step gives: a
  /// second loop goes on adding to it, or it was kept in several parts.
  llvm::Value *Complete = nullptr;
  /// The first step of each part, where it is kept in several; each starts at
  /// zero except for the one that starts with From.
  llvm::SmallVector<Update, 4> PartFirsts;
  llvm::Value *From = nullptr;
  /// Other parts that are added up with Complete and something else: zeros when
  /// Complete stands for the sum of all.
  llvm::SmallVector<llvm::Value *, 4> Zeros;

  /// The chain as one step that adds all products.
  Update whole() const {
    Update U = Steps.front();
    if (From)
      U.Sum = From;
    U.Result = Steps.back().Result;
    return U;
  }
  /// The first step of each part.
  llvm::ArrayRef<Update> firsts() const {
    return PartFirsts.empty() ? llvm::ArrayRef<Update>(Steps.front())
                              : llvm::ArrayRef<Update>(PartFirsts);
  }
  /// What it is after the loop.
  llvm::Value *result() const {
    return Complete ? Complete : Steps.back().Result;
  }
  /// Appends the steps of \p Part.
  void add(const SumChain &Part) {
    if (Part.Steps.empty())
      return;
    llvm::append_range(PartFirsts, Part.firsts());
    llvm::append_range(Steps, Part.Steps);
  }
  /// Whether \p S stores this sum in the loop.
  bool stores(const llvm::Instruction *S) const {
    return S == Store || llvm::is_contained(EarlierStores, S);
  }
};

/// The register that holds \p Sum behind \p L, the loop that forms it.
llvm::Value *afterLoop(const SumChain &Sum, const llvm::Loop &L);

/// The sums of products in \p L, in the order in which they are complete: each
/// is carried by a phi of the loop's header, or by a memory cell that is loaded
/// before the first step and stored after the last one.
llvm::SmallVector<SumChain, 1> findSums(llvm::Loop &L,
                                        llvm::ScalarEvolution &SE);

/// Whether \p L is or has an innermost loop with such a sum.
bool hasSums(llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Whether the loop around \p L carries something that is computed from \p Sum,
/// a sum of L's.
bool feedsLoopAround(llvm::Value &Sum, const llvm::Loop &L);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_SUMCHAIN_H
