//===- RowNumbers.h - Lengths of rows, of which all are equal ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `j < Y[o][i].size()`: a loop runs as often as a row says, which the compiler
/// cannot know to be as often as the first one does. The copy of the nest has
/// the first row's number; that all others are the same is tested.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_ROWNUMBERS_H
#define GEMMIFY_PASS_REWRITE_TABLES_ROWNUMBERS_H

#include "EarlyLoads.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// A number that rows of tables say, as their lengths, which has to be that of
/// the first row: what Of finds, or how far it is from what From finds.
class ToldNumber {
public:
  ToldNumber(llvm::LoadInst &Of, llvm::LoadInst *From, llvm::Value &First)
      : OfLoad(&Of), FromLoad(From), First(&First), IsLength(From) {}

  /// In the copy; null where something else has taken them out of it.
  llvm::WeakVH OfLoad, FromLoad;
  llvm::Value *First = nullptr; ///< Of the first row, in front of the copy.
  bool IsLength = false;        ///< There is From.

  llvm::LoadInst *of() const { return load(OfLoad); }
  llvm::LoadInst *from() const { return load(FromLoad); }
  /// One or two.
  llvm::SmallVector<llvm::LoadInst *, 2> loads() const {
    llvm::SmallVector<llvm::LoadInst *, 2> All{of()};
    if (IsLength)
      All.push_back(from());
    return All;
  }

private:
  static llvm::LoadInst *load(llvm::Value *V) {
    return llvm::dyn_cast_or_null<llvm::LoadInst>(V);
  }
};

/// Takes such numbers out of a copy.
class RowNumbers {
public:
  /// \p Inner: the innermost loop of \p Copy.
  RowNumbers(llvm::Loop &Copy, const llvm::Loop &Inner, const NestAnalyses &A)
      : Copy(Copy), Inner(Inner), A(A) {}

  /// \p Load of the copy stands for \p Of.
  void note(llvm::LoadInst &Load, llvm::LoadInst &Of) { InRoot[&Load] = &Of; }

  /// Puts what counts loops and is found in rows, in the first row, in front of
  /// \p Before, and that in the place of all others. Whether there is any.
  bool take(llvm::Instruction &Before);

  llvm::SmallVector<ToldNumber, 2> Numbers;
  llvm::SmallVector<EarlyLoad, 4> Firsts; ///< Of the first row.

private:
  llvm::Value *firstOf(llvm::Value *V, unsigned Depth = 0);
  llvm::LoadInst *movingLoad(llvm::Value *V) const;
  llvm::Value *lengthOf(llvm::LoadInst &Of, llvm::LoadInst &From);
  bool takeLength(llvm::Instruction &I, llvm::Value *X, llvm::Value *Y,
                  std::optional<llvm::ICmpInst::Predicate> Pred);
  bool takeCount(llvm::LoadInst &Load);

  llvm::Loop &Copy;
  const llvm::Loop &Inner;
  const NestAnalyses &A;
  llvm::Instruction *At = nullptr;
  llvm::SmallDenseMap<const llvm::LoadInst *, llvm::LoadInst *> InRoot;
  llvm::SmallDenseMap<llvm::Instruction *, llvm::Value *> FirstOf;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_ROWNUMBERS_H
