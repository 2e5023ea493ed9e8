//===- ExpansionWorkspace.h - Rows side by side -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits array expansion (ArrayExpansion.h): workspace for the rows of all
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
  /// Expands the values that it needs through \p Guard.
  ExpansionWorkspace(const GemmNest &N, GuardEmitter &Guard)
      : N(N), Guard(Guard), DL(N.Root->getHeader()->getDataLayout()) {}

  /// Allocates it where the nest's conditions hold; returns an i1, whether that
  /// succeeded.
  llvm::Value *take(llvm::IRBuilderBase &B);
  /// Redirects \p Accesses in \p Half to the workspace.
  void redirect(const DistributedLoop &Half,
                llvm::ArrayRef<AccessedPointer> Accesses);
  /// Copies the last row to its place and frees the workspace.
  void finish(llvm::IRBuilderBase &B);

private:
  llvm::Value *rowOf(const DistributedLoop &Half);
  /// Of every redirected access: its distance from the row's place, and where
  /// rows begin.
  llvm::Align alignment() const;

  const GemmNest &N;
  GuardEmitter &Guard;
  const llvm::DataLayout &DL;
  llvm::Value *Rows = nullptr; ///< m consecutive rows.
  llvm::Value *LastRow = nullptr;
  llvm::Value *RowBytes = nullptr; ///< i64.
  llvm::Value *Place = nullptr;    ///< Of the row in the source.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_EXPANSIONWORKSPACE_H
