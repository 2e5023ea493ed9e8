//===- ExpansionWorkspace.h - Rows side by side -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits what ArrayExpansion.h is about: workspace for the rows of all
/// iterations in place of the one that they share.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_EXPANSIONWORKSPACE_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_EXPANSIONWORKSPACE_H

#include "DistributedLoop.h"
#include "pass/rewrite/guard/Guard.h"

namespace gemmify {

/// Emits the workspace of an expansion.
class ExpansionWorkspace {
public:
  /// Expands what it needs through \p Guard.
  ExpansionWorkspace(const GemmNest &N, GuardEmitter &Guard)
      : N(N), Guard(Guard), DL(N.Root->getHeader()->getDataLayout()) {}

  /// Obtains it, where the nest's conditions hold; returns whether there was
  /// any, an i1.
  llvm::Value *take(llvm::IRBuilderBase &B);
  /// Lets \p Accesses in \p Half go to the workspace.
  void redirect(const DistributedLoop &Half,
                llvm::ArrayRef<AccessedPointer> Accesses);
  /// Copies the last row to its place and gives the workspace back.
  void finish(llvm::IRBuilderBase &B);

private:
  llvm::Value *rowOf(const DistributedLoop &Half);
  /// What is known of every access that is redirected: how far it is from the
  /// row's place, and where rows begin.
  llvm::Align alignment() const;

  const GemmNest &N;
  GuardEmitter &Guard;
  const llvm::DataLayout &DL;
  llvm::Value *Rows = nullptr; ///< m rows, one behind the other.
  llvm::Value *LastRow = nullptr;
  llvm::Value *RowBytes = nullptr; ///< i64.
  llvm::Value *Place = nullptr;    ///< Of the row in the source.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_EXPANSIONWORKSPACE_H
