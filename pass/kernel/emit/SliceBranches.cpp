//===- SliceBranches.cpp - What a slice reads on a condition --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of SliceEmitter for values that depend on branches of the nest. A
/// condition that is the same in all lanes is one number, and asked once.
///
//===----------------------------------------------------------------------===//

#include "EmitLoop.h"
#include "SliceEmitter.h"

using namespace llvm;

namespace gemmify {

/// Reads \p R where \p Runs holds, and nothing elsewhere.
Value *SliceEmitter::loadIf(const AffineRef &R, Value *Runs) {
  if (Runs->getType()->isVectorTy())
    return loadLanesIf(R, Runs);
  BasicBlock *Before = B.GetInsertBlock(), *Within = nullptr;
  Value *Loaded = nullptr;
  emitIf(B, "slice.if", Runs, [&] {
    Loaded = load(R);
    Within = B.GetInsertBlock();
  });
  if (Within == B.GetInsertBlock())
    return Loaded;
  if (!Loaded) // The condition is false.
    return Constant::getNullValue(R.ElemTy);
  PHINode *Result = B.CreatePHI(Loaded->getType(), 2);
  Result->addIncoming(Loaded, Within);
  Result->addIncoming(Constant::getNullValue(Loaded->getType()), Before);
  return Result;
}

/// The same where each lane has its condition.
Value *SliceEmitter::loadLanesIf(const AffineRef &R, Value *Runs) {
  auto *Ty = FixedVectorType::get(R.ElemTy, Lanes);
  Value *Nothing = Constant::getNullValue(Ty);
  if (isVector(R))
    return B.CreateMaskedLoad(Ty, Addresses.address(R, At), R.Alignment, Runs,
                              Nothing);
  Value *Ptrs = PoisonValue::get(FixedVectorType::get(B.getPtrTy(), Lanes));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Indices Where = At;
    Where[Along] = addIndices(B, At[Along], B.getInt64(Step * Lane));
    Ptrs = B.CreateInsertElement(Ptrs, Addresses.address(R, Where), Lane);
  }
  return B.CreateMaskedGather(Ty, Ptrs, R.Alignment, Runs, Nothing);
}

/// i1, for each lane or for all: whether \p BB, which is conditional, runs.
Value *SliceEmitter::runs(const BasicBlock &BB) {
  if (Value *Known = Done.lookup(&BB))
    return Known;
  Value *Any = nullptr;
  for (const BasicBlock *From : predecessors(&BB)) {
    if (!Current->isWay(From))
      continue;
    Value *Way = takes(*From, BB);
    if (Any)
      alike({&Any, &Way});
    Any = Any ? B.CreateOr(Any, Way) : Way;
  }
  return Done[&BB] = Any;
}

/// The same: whether \p From, one of several predecessors of \p To, runs and
/// branches there. Its condition may be poison where it does not run.
Value *SliceEmitter::takes(const BasicBlock &From, const BasicBlock &To) {
  Value *Runs = Current->isBeside(&From) ? runs(From) : nullptr;
  const auto *Br = cast<BranchInst>(From.getTerminator());
  if (Br->isUnconditional())
    return Runs;
  Value *Cond = emit(Br->getCondition());
  if (Br->getSuccessor(0) != &To)
    Cond = B.CreateNot(Cond);
  if (!Runs)
    return Cond;
  alike({&Runs, &Cond});
  return B.CreateLogicalAnd(Runs, Cond);
}

/// The phi's value on the path that is taken.
Value *SliceEmitter::emitMerge(const PHINode &Phi) {
  Value *Result = nullptr;
  for (auto [V, From] : llvm::zip(Phi.incoming_values(), Phi.blocks())) {
    if (!Current->isWay(From))
      continue;
    Value *Here = emit(V);
    if (!Result) {
      Result = Here;
      continue;
    }
    Value *Taken = takes(*From, *Phi.getParent());
    if (Taken->getType()->isVectorTy())
      alike({&Taken, &Here, &Result});
    else
      alike({&Here, &Result});
    Result = B.CreateSelect(Taken, Here, Result);
  }
  return Result;
}

} // namespace gemmify
