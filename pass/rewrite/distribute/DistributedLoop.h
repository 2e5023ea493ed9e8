//===- DistributedLoop.h - A copy of a nest without some of it --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies a nest and removes from the copy what it should not do.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEDLOOP_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEDLOOP_H

#include "pass/recognize/loops/NestShape.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace gemmify {

/// A copy of a nest.
class DistributedLoop {
public:
  /// See copyNest.
  DistributedLoop(llvm::Loop &Root, llvm::BasicBlock &Before,
                  const llvm::Twine &Name, const NestAnalyses &A);

  llvm::Loop *loop() const { return Copy; }
  llvm::BasicBlock *preheader() const { return Copy->getLoopPreheader(); }
  llvm::BasicBlock *exiting() const { return Copy->getExitingBlock(); }
  /// The copy of \p V.
  llvm::Value *operator[](llvm::Value *V) const;

  /// Replaces the copies of \p Values outside the copy of \p Behind by what the
  /// copy of \p Store has written.
  void readBack(llvm::ArrayRef<llvm::Instruction *> Values,
                llvm::Instruction &Store, const llvm::Loop &Behind);

  /// Removes the copies of \p Writes and everything that is then unused.
  void remove(llvm::ArrayRef<llvm::Instruction *> Writes);

  /// Deletes loops and branches without effect. If the copy itself is one, it
  /// becomes null.
  void dropEmptyParts();

private:
  using Region = llvm::SmallVector<llvm::BasicBlock *, 8>;
  void sweep();
  bool dropEmptyBranch();
  void bypass(llvm::BranchInst &Br, llvm::BasicBlock &Join, const Region &R);
  llvm::Value *pointerAt(llvm::Value *Ptr, llvm::Instruction *At,
                         const llvm::Loop &Behind);

  const NestAnalyses &A;
  llvm::ValueToValueMapTy Map;
  llvm::Loop *Copy = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEDLOOP_H
