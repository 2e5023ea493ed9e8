//===- StateOrder.cpp - Sums that share the processor's state -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateOrder.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

/// What the registers hold: a value, or none that we know of.
using State = const Value *;

class Analysis {
public:
  Analysis(ArrayRef<Instruction *> Instructions, const CarriedSums &Sums)
      : Instructions(Instructions), Sums(Sums) {
    for (Instruction *I : Instructions)
      if (isSum(I)) {
        Values.push_back(I);
        if (isa<PHINode>(I))
          NumPhis[I->getParent()]++;
      }
  }

  bool any() const { return !Values.empty(); }

  bool run() {
    if (!llvm::all_of(Values, [&](auto *I) { return usesAreKnown(*I); }) ||
        !findBegins())
      return false;
    while (pass(/*Check=*/false)) {
    }
    return !pass(/*Check=*/true);
  }

private:
  bool isSum(const Value *V) const {
    const CarriedSum *Sum = Sums.of(V);
    return Sum && Sum->Emitter->keepsState();
  }
  bool storesAll(const Use &U) const;
  bool usesAreKnown(Instruction &I) const;
  bool findBegins();
  State stateBefore(const BasicBlock &BB) const;
  bool pass(bool Check);

  ArrayRef<Instruction *> Instructions;
  const CarriedSums &Sums;
  SmallVector<Instruction *> Values;
  DenseMap<const BasicBlock *, unsigned> NumPhis;
  /// Start values that are put into the registers at the end of a block, for
  /// phis of its successors.
  DenseMap<const BasicBlock *, State> Begins;
  DenseMap<const BasicBlock *, State> After; ///< For blocks that were reached.
};

} // namespace

/// The value that \p I adds its products to, unmodified.
static Value *startOf(Instruction &I) {
  std::optional<Product> P = matchProduct(I);
  return P && !P->NegateStart ? P->Start : nullptr;
}

/// Whether \p U stores the whole sum, with its columns as they are.
bool Analysis::storesAll(const Use &U) const {
  const auto *Store = dyn_cast<IntrinsicInst>(U.getUser());
  if (!Store ||
      Store->getIntrinsicID() != Intrinsic::matrix_column_major_store ||
      U.getOperandNo() != 0)
    return false;
  auto Arg = [&](unsigned I) {
    return cast<ConstantInt>(Store->getArgOperand(I))->getZExtValue();
  };
  const Layout &Cut = Sums.of(U.get())->Where.Cut;
  return Arg(3) == 0 && Arg(4) == Cut.Rows && Arg(5) == Cut.Cols;
}

bool Analysis::usesAreKnown(Instruction &I) const {
  return llvm::all_of(I.uses(), [&](const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    if (isa<PHINode>(User) || !isSum(User))
      return isSum(User) || storesAll(U);
    return startOf(*User) == &I && llvm::count(User->operands(), &I) == 1;
  });
}

/// Fails where a block would have to begin two sums at once, or has two phis.
bool Analysis::findBegins() {
  for (auto [BB, Count] : NumPhis)
    if (Count != 1)
      return false;
  for (Instruction *I : Values)
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (auto [From, V] : zip(Phi->blocks(), Phi->incoming_values()))
        if (!isSum(V) && Begins.try_emplace(From, V).first->second != V.get())
          return false;
  return true;
}

/// What the registers hold on all paths to \p BB that are known so far.
State Analysis::stateBefore(const BasicBlock &BB) const {
  std::optional<State> Before;
  for (const BasicBlock *From : predecessors(&BB))
    if (auto It = After.find(From); It != After.end())
      Before = !Before || *Before == It->second ? It->second : nullptr;
  return Before.value_or(nullptr);
}

/// One walk through the function. Without \p Check, records what the registers
/// hold after each block, and returns whether that has changed. With it,
/// returns whether some use would not find its value there.
bool Analysis::pass(bool Check) {
  bool Found = false;
  State Now = nullptr;
  const BasicBlock *BB = nullptr;
  auto Leave = [&] {
    if (!BB || Check)
      return;
    if (auto It = Begins.find(BB); It != Begins.end())
      Now = It->second;
    auto [Known, New] = After.try_emplace(BB, Now);
    Found |= New || Known->second != Now;
    Known->second = Now;
  };
  for (Instruction *I : Instructions) {
    if (I->getParent() != BB) {
      Leave();
      BB = I->getParent();
      Now = stateBefore(*BB);
    }
    if (auto *Phi = dyn_cast<PHINode>(I); Phi && isSum(Phi)) {
      for (auto [From, V] : zip(Phi->blocks(), Phi->incoming_values()))
        if (auto It = After.find(From); Check && It != After.end())
          Found |= It->second != V.get();
      Now = Phi;
    } else if (isSum(I)) {
      Value *Start = startOf(*I);
      Found |= Check && Start && isSum(Start) && Now != Start;
      Now = I;
    } else if (Check) {
      for (const Value *Op : I->operands())
        Found |= isSum(Op) && Now != Op;
    }
    // Callees and inline assembly may use them, too.
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      Now = nullptr;
  }
  Leave();
  return Found;
}

bool sumsFollowEachOther(ArrayRef<Instruction *> Instructions,
                         const CarriedSums &Sums,
                         function_ref<bool(Instruction &)> UsesState) {
  Analysis A(Instructions, Sums);
  if (!A.any())
    return true;
  return llvm::none_of(Instructions,
                       [&](Instruction *I) { return UsesState(*I); }) &&
         A.run();
}

} // namespace gemmify
