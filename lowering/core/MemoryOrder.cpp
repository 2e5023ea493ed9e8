//===- MemoryOrder.cpp - What is written between two points ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOrder.h"

using namespace llvm;

namespace gemmify {

/// The most alias queries for one load; beyond that, the answer is no.
static constexpr size_t MaxQueries = 64;

MemoryOrder::MemoryOrder(Function &F, AAResults &AA) : AA(AA) {
  unsigned Next = 0;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      Number[&I] = Next++;
      if (I.mayWriteToMemory())
        Writers[&BB].push_back(&I);
    }
}

std::optional<ArrayRef<Instruction *>>
MemoryOrder::writersBetween(const Instruction *From,
                            const Instruction *To) const {
  unsigned First = Number.lookup(From), Last = Number.lookup(To);
  if (From->getParent() != To->getParent() || First > Last)
    return std::nullopt;
  auto It = Writers.find(From->getParent());
  if (It == Writers.end())
    return ArrayRef<Instruction *>();
  ArrayRef<Instruction *> All = It->second;
  auto Before = [&](unsigned N) {
    return [this, N](Instruction *I) { return Number.lookup(I) < N; };
  };
  return ArrayRef<Instruction *>(partition_point(All, Before(First + 1)),
                                 partition_point(All, Before(Last)));
}

bool MemoryOrder::sameAt(const MemoryLocation &Loc, const Instruction *Load,
                         const Instruction *At) {
  auto Between = writersBetween(Load, At);
  if (!Between || Between->size() > MaxQueries)
    return false;
  return none_of(*Between, [&](Instruction *Writer) {
    return isModSet(AA.getModRefInfo(Writer, Loc));
  });
}

} // namespace gemmify
