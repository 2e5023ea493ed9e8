//===- SliceMatch.cpp - Expressions of a nest as slices -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceMatch.h"
#include "Contraction.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

/// Beyond this an operand is a program, not an expression.
constexpr unsigned MaxSliceInstructions = 64;

constexpr const char *NoArithmetic =
    "an operand is computed by something else than arithmetic on array "
    "elements";

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

static bool isPureOperation(const Instruction &I) {
  if (isa<UnaryOperator, BinaryOperator, CmpInst, SelectInst, FreezeInst>(I))
    return true;
  if (isa<CastInst>(I))
    return !I.getType()->isPtrOrPtrVectorTy() &&
           !I.getOperand(0)->getType()->isPtrOrPtrVectorTy();
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->doesNotAccessMemory() && Call->willReturn() &&
         Call->doesNotThrow() && !Call->isConvergent() &&
         !Call->hasOperandBundles();
}

std::optional<Slice> SliceMatch::collect(Value *V, const BasicBlock &Where,
                                         const Value *Leaf,
                                         std::string &Reason) {
  this->Where = &Where;
  this->Leaf = Leaf;
  Result = Slice();
  Seen.clear();
  Result.Root = resolve(V);
  if (!visit(Result.Root, Reason))
    return std::nullopt;
  return std::move(Result);
}

bool SliceMatch::visit(Value *V, std::string &Reason) {
  V = resolve(V);
  auto *I = dyn_cast<Instruction>(V);
  if (V == Leaf || !I || !Root.contains(I) || !Seen.insert(V).second)
    return true;
  if (Seen.size() > MaxSliceInstructions) {
    Reason = "an operand is an expression of more than 64 instructions";
    return false;
  }
  // Behind its loop, a value is that of the last iteration.
  if (!Access.loopAround(*I->getParent()).contains(Where)) {
    Reason = "an operand is the last value of another loop; read it from the "
             "array again";
    return false;
  }
  if (auto *Load = dyn_cast<LoadInst>(I))
    return visitLoad(*Load, Reason);
  if (isa<PHINode>(I)) {
    if (std::optional<Counter> C = Access.counter(*I, *Where)) {
      Result.Counters.push_back(*C);
      return true;
    }
    Reason = "an operand depends on an earlier iteration or on a branch "
             "inside the nest";
    return false;
  }
  if (!isPureOperation(*I) || I->getType()->isVectorTy()) {
    Reason = NoArithmetic;
    return false;
  }
  if (fusesOnlyWhenCopied(*I, [&](const Use &Op) { return resolve(Op); })) {
    Reason = "an operand adds to a product that is needed elsewhere too, and "
             "contraction is left to the code generator";
    return false;
  }
  return llvm::all_of(I->operands(), [&](Value *Op) {
    return !isa<Instruction>(Op) || visit(Op, Reason);
  });
}

bool SliceMatch::visitLoad(LoadInst &Load, std::string &Reason) {
  if (!Load.isSimple()) {
    Reason = "the nest has a volatile or atomic access";
    return false;
  }
  if (Load.getType()->isVectorTy() || Load.getType()->isPointerTy()) {
    Reason = NoArithmetic;
    return false;
  }
  std::optional<AffineRef> Ref = Access.reference(Load, Reason);
  if (!Ref)
    return false;
  Result.Loads.push_back(*Ref);
  return true;
}

unsigned dimensionsOf(const Slice &S) {
  unsigned Dims = 0;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (S.dependsOn(D))
      Dims |= 1u << D;
  return Dims;
}

} // namespace gemmify
