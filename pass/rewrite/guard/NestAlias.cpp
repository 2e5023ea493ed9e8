//===- NestAlias.cpp - Arrays that can never overlap ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestAlias.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

NestAlias::NestAlias(const GemmNest &N, AAResults &AA) : N(N), AA(AA) {
  // Alias scopes that open inside the nest say nothing across iterations.
  for (BasicBlock *BB : N.Root->blocks())
    for (Instruction &I : *BB)
      ScopesEndInside |= isa<NoAliasScopeDeclInst>(I);
}

bool NestAlias::neverAliases(const Instruction &X, const Value &PtrX,
                             const Instruction &Y, const Value &PtrY) {
  std::optional<MemoryLocation> AtX = objectOf(X, PtrX);
  std::optional<MemoryLocation> AtY = objectOf(Y, PtrY);
  return AtX && AtY && AA.isNoAlias(*AtX, *AtY);
}

std::optional<MemoryLocation> NestAlias::objectOf(const Instruction &Access,
                                                  const Value &Ptr) {
  const Value *Base = getUnderlyingObject(&Ptr, 0);
  auto *I = dyn_cast<Instruction>(Base);
  if (I && N.Root->contains(I) && !isa<LoadInst>(I))
    return std::nullopt;
  // Those of a transfer are about what it reads and about what it writes.
  AAMDNodes Tags;
  if (isa<LoadInst, StoreInst, MemSetInst>(Access))
    Tags = Access.getAAMetadata();
  if (ScopesEndInside)
    Tags.Scope = Tags.NoAlias = nullptr;
  return MemoryLocation::getBeforeOrAfter(Base, Tags);
}

} // namespace gemmify
