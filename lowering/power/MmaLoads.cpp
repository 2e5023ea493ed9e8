//===- MmaLoads.cpp - Loads between outer products ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaLoads.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// How many products a load precedes its first use by: two steps of eight
/// accumulators. A load takes six cycles, and the unit starts two products in
/// each.
constexpr unsigned Ahead = 16;

/// Whether \p I multiplies into an accumulator.
static bool isOuterProduct(const Instruction &I) {
  return isa<IntrinsicInst>(I) && I.getType()->isVectorTy() &&
         I.getType()->getScalarSizeInBits() == 1 &&
         I.getType()->getPrimitiveSizeInBits() == 512 &&
         !match(&I, m_Intrinsic<Intrinsic::ppc_mma_assemble_acc>()) &&
         !match(&I, m_Intrinsic<Intrinsic::ppc_mma_xxsetaccz>());
}

namespace {

/// One block with products and loads and no writes.
class LoadSpreader {
public:
  explicit LoadSpreader(BasicBlock &BB) : BB(BB) {
    for (Instruction &I : BB)
      if (isOuterProduct(I))
        Products.push_back(&I);
  }

  void run() {
    if (Products.size() <= Ahead ||
        llvm::any_of(BB, [](Instruction &I) { return I.mayHaveSideEffects(); }))
      return;
    sinkArithmetic();
    numberFirstUses();
    SmallVector<Instruction *, 64> Loads;
    for (Instruction &I : BB)
      if (I.mayReadFromMemory() && FirstUse.contains(&I))
        Loads.push_back(&I);
    llvm::sort(Loads, [&](Instruction *X, Instruction *Y) {
      return FirstUse[X] != FirstUse[Y] ? FirstUse[X] < FirstUse[Y]
                                        : X != Y && X->comesBefore(Y);
    });
    for (Instruction *Load : Loads) {
      unsigned Use = FirstUse[Load];
      Instruction &At = *Products[Use < Ahead ? 0 : Use - Ahead];
      if (!isUsedBefore(*Load, At))
        moveBefore(*Load, At);
    }
  }

private:
  static bool isArithmetic(const Instruction &I) {
    return !isa<PHINode>(I) && !I.isTerminator() && !isOuterProduct(I) &&
           !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects();
  }

  /// Moves instructions that only compute right before their first use.
  void sinkArithmetic() {
    SmallVector<Instruction *, 64> All;
    for (Instruction &I : llvm::reverse(BB))
      if (isArithmetic(I))
        All.push_back(&I);
    for (Instruction *I : All) {
      Instruction *First = nullptr;
      for (User *Usr : I->users()) {
        auto *At = cast<Instruction>(Usr);
        if (At->getParent() != &BB || isa<PHINode>(At)) {
          First = nullptr;
          break;
        }
        if (!First || At->comesBefore(First))
          First = At;
      }
      if (First)
        I->moveBefore(*First->getParent(), First->getIterator());
    }
  }

  bool isUsedBefore(const Instruction &Load, const Instruction &At) const {
    return llvm::any_of(Load.users(), [&](const User *Usr) {
      const auto *I = cast<Instruction>(Usr);
      return I->getParent() == &BB && !isa<PHINode>(I) && I->comesBefore(&At);
    });
  }

  /// For each instruction, the product that needs it first.
  void numberFirstUses() {
    unsigned At = Products.size();
    for (Instruction &I : llvm::reverse(BB)) {
      if (At != 0 && &I == Products[At - 1])
        FirstUse[&I] = --At;
      auto Use = FirstUse.find(&I);
      if (Use == FirstUse.end() || isa<PHINode>(I))
        continue;
      unsigned Needed = Use->second;
      for (Value *Op : I.operands())
        if (auto *From = dyn_cast<Instruction>(Op);
            From && From->getParent() == &BB && !isOuterProduct(*From)) {
          auto [Known, New] = FirstUse.try_emplace(From, Needed);
          Known->second = std::min(Known->second, Needed);
        }
    }
  }

  /// Together with its operands, where these come later.
  void moveBefore(Instruction &I, Instruction &At) {
    for (Value *Op : I.operands())
      if (auto *From = dyn_cast<Instruction>(Op);
          From && From->getParent() == &BB && !isa<PHINode>(From) &&
          !From->comesBefore(&At))
        moveBefore(*From, At);
    I.moveBefore(BB, At.getIterator());
  }

  BasicBlock &BB;
  SmallVector<Instruction *, 128> Products;
  DenseMap<const Instruction *, unsigned> FirstUse;
};

} // namespace

void spreadLoads(BasicBlock &BB) { LoadSpreader(BB).run(); }

} // namespace gemmify
