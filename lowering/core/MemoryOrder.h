//===- MemoryOrder.h - What is written between two points -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers whether a load may be moved down to a later instruction of its
/// block. Numbers the instructions of the function before lowering. Code that
/// the lowering adds writes nothing that the original would not have written
/// there.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_MEMORYORDER_H
#define GEMMIFY_LOWERING_CORE_MEMORYORDER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Function.h"

namespace gemmify {

class MemoryOrder {
public:
  MemoryOrder(llvm::Function &F, llvm::AAResults &AA);

  /// Whether reading \p Loc right before \p At gives the value that reading it
  /// at \p Load gave. Only true within one block.
  bool sameAt(const llvm::MemoryLocation &Loc, const llvm::Instruction *Load,
              const llvm::Instruction *At);

  bool noAlias(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B) {
    return AA.isNoAlias(A, B);
  }

private:
  /// The writers between the two, or nothing unless they are in one block in
  /// this order.
  std::optional<llvm::ArrayRef<llvm::Instruction *>>
  writersBetween(const llvm::Instruction *From,
                 const llvm::Instruction *To) const;

  llvm::AAResults &AA;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Number;
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<llvm::Instruction *, 8>>
      Writers;
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_MEMORYORDER_H
