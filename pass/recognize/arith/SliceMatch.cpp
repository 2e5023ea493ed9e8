//===- SliceMatch.cpp - Expressions of a nest as slices -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceMatch.h"
#include "Contraction.h"
#include "LibraryCall.h"
#include "PureOperation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace gemmify {

/// Beyond this an operand is a program, not an expression.
constexpr unsigned MaxSliceInstructions = 64;

Value *SliceMatch::resolve(Value *V) {
  for (;;) {
    auto *Phi = dyn_cast<PHINode>(V);
    Value *Known = Phi ? Shape.valueOnPath(*Phi) : nullptr;
    if (!Known)
      Known = Resolved.lookup(V);
    if (!Known)
      return V;
    Resolved[V] = Known;
    V = Known;
  }
}

std::optional<Slice> SliceMatch::collect(Value *V, const BasicBlock &Where,
                                         const Value *Leaf, Reason &Why) {
  this->Where = &Where;
  this->Leaf = Leaf;
  Result = Slice();
  Seen.clear();
  Result.Root = resolve(V);
  if (!visit(Result.Root, Why))
    return std::nullopt;
  return std::move(Result);
}

bool SliceMatch::visit(Value *V, Reason &Why) {
  V = resolve(V);
  if (!isElementType(V->getType())) {
    Why = Reason::NoArithmetic;
    return false;
  }
  if (Leaf && V == OtherLeaf)
    return HasOtherLeaf = true;
  auto *I = dyn_cast<Instruction>(V);
  if (V == Leaf || !I || !Root.contains(I) || !Seen.insert(V).second)
    return true;
  if (Seen.size() > MaxSliceInstructions) {
    Why = Reason::LongExpression;
    return false;
  }
  // Behind its loop, a value is that of the last iteration.
  if (!Access.loopAround(*I->getParent()).contains(Where)) {
    Why = Reason::LastValue;
    return false;
  }
  if (auto *Load = dyn_cast<LoadInst>(I))
    return visitLoad(*Load, Why);
  if (isa<PHINode>(I)) {
    if (std::optional<Counter> C = Access.counter(*I, *Where)) {
      Result.Counters.push_back(*C);
      return true;
    }
    return visitMerge(cast<PHINode>(*I), Why);
  }
  if (!mayRunAnyway(*I)) {
    Why = Reason::OnBranch;
    return false;
  }
  // The function may be inlined later, there and here into other blocks, where
  // what it adds has flags of its own.
  const bool IsCall = isOwnFunction(*I);
  if (!isPureOperation(*I) ||
      (IsCall && isContractedElsewhere(*I->getFunction()))) {
    Why = computesAndSetsErrno(*I)           ? Reason::SetsErrno
          : IsCall && I->mayReadFromMemory() ? Reason::ReadsMemory
                                             : Reason::NoArithmetic;
    return false;
  }
  if (fusesOnlyWhenCopied(*I, [&](const Use &Op) { return resolve(Op); })) {
    Why = Reason::FusedElsewhere;
    return false;
  }
  auto *Call = dyn_cast<CallBase>(I);
  return llvm::all_of(Call ? Call->args() : I->operands(),
                      [&](Value *Op) { return visit(Op, Why); });
}

bool SliceMatch::visitLoad(LoadInst &Load, Reason &Why) {
  if (!Load.isSimple()) {
    Why = Reason::VolatileOrAtomic;
    return false;
  }
  if (Load.getType()->isPointerTy()) {
    Why = Reason::NoArithmetic;
    return false;
  }
  std::optional<AffineRef> Ref = Access.reference(Load, Why);
  if (!Ref)
    return false;
  if (!runsHere(*Load.getParent())) {
    // Addresses are computed where the load may not run.
    if (Ref->hasRows() || !isKnownOnPath(*Ref)) {
      Why = Reason::OnBranch;
      return false;
    }
    // Its alignment is that of elements that are read; a vector may begin with
    // another one.
    Ref->Alignment = commonAlignment(
        Ref->Alignment, Load.getDataLayout().getTypeStoreSize(Ref->ElemTy));
  }
  Result.Loads.push_back(*Ref);
  return true;
}

/// Whether nothing that \p R's address is made of is loaded beside the path.
bool SliceMatch::isKnownOnPath(AffineRef R) const {
  auto IsBeside = [&](const SCEV *S) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(S);
    auto *I = Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    return I && Root.contains(I) && !runsHere(*I->getParent());
  };
  bool IsKnown = true;
  R.forEachExpression([&](const SCEV *S) {
    IsKnown = IsKnown && !SCEVExprContains(S, IsBeside);
  });
  return IsKnown;
}

/// Whether \p BB runs whenever the slice is evaluated.
bool SliceMatch::runsHere(const BasicBlock &BB) const {
  return Shape.runsAlways(BB) ||
         (Shape.OnPath.contains(&BB) && Shape.MayNotRun.contains(Where));
}

/// Beside the path, operations are computed where they may not run.
bool SliceMatch::mayRunAnyway(const Instruction &I) const {
  return runsHere(*I.getParent()) || isSafeToSpeculativelyExecute(&I);
}

/// A phi where the ways after a condition meet.
bool SliceMatch::visitMerge(PHINode &Phi, Reason &Why) {
  const BasicBlock &Here = *Phi.getParent();
  const Loop &Around = Access.loopAround(Here);
  if (!visitWays(Here, Around, Why)) {
    if (Why == Reason::None)
      Why = Reason::OnBranch;
    return false;
  }
  for (auto [V, From] : llvm::zip(Phi.incoming_values(), Phi.blocks()))
    if (Result.isWay(From) && !visit(V, Why))
      return false;
  return true;
}

/// The conditions under which \p To is reached, in an iteration of \p Around.
bool SliceMatch::visitWays(const BasicBlock &To, const Loop &Around,
                           Reason &Why) {
  if (!Shape.isMerge(To))
    return false;
  for (const BasicBlock *From : predecessors(&To))
    if (&Access.loopAround(*From) != &Around ||
        (Shape.isConditional(*From) && !visitWay(*From, Around, Why)))
      return false;
  return true;
}

/// Those under which \p From runs, and under which it goes where.
bool SliceMatch::visitWay(const BasicBlock &From, const Loop &Around,
                          Reason &Why) {
  if (Result.isWay(&From))
    return true;
  const auto *Br = dyn_cast<BranchInst>(From.getTerminator());
  if (!Br ||
      (Br->isConditional() && Br->getSuccessor(0) == Br->getSuccessor(1)))
    return false;
  if (Shape.OnPath.contains(&From)) {
    Result.Forks.push_back(&From);
  } else {
    Result.Beside.push_back(&From);
    if (!visitWays(From, Around, Why))
      return false;
  }
  return Br->isUnconditional() || visit(Br->getCondition(), Why);
}

unsigned dimensionsOf(const Slice &S) {
  unsigned Dims = 0;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (S.dependsOn(D))
      Dims |= 1u << D;
  return Dims;
}

} // namespace gemmify
