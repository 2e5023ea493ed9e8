//===- FailingSides.cpp - Checks that report a failure and go on ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailingSides.h"
#include "DeadBlocks.h"
#include "HoistedValues.h"
#include "ReloadedPhis.h"
#include "TypeAliases.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/rewrite/recovery/RecoveryBranches.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace gemmify {

static bool hasOwnEffect(const Instruction &I) {
  return I.mayHaveSideEffects() && !isHint(I) && !isRecovery(I);
}

static bool callsOthers(const BasicBlock &BB) {
  return llvm::any_of(BB, [](const Instruction &I) {
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I) && hasOwnEffect(I);
  });
}

bool callsOthers(const Loop &L) {
  return llvm::any_of(L.blocks(),
                      [](const BasicBlock *BB) { return callsOthers(*BB); });
}

namespace {

/// The sides of a nest's branches that call functions.
class FailingSides {
public:
  FailingSides(const Loop &Root, const Loop &Innermost, const NestAnalyses &A)
      : Root(Root), Innermost(Innermost), A(A) {
    for (BasicBlock *BB : Root.blocks())
      if (callsOthers(*BB))
        Blocks.insert(BB);
    grow();
  }

  /// Whether there are some, each of which comes back to its loop.
  bool comeBack() const {
    return !Blocks.empty() && llvm::all_of(Blocks, [&](const BasicBlock *BB) {
      return isSide(*BB) &&
             llvm::all_of(predecessors(BB), [&](const BasicBlock *P) {
               return Blocks.contains(P) || isCheck(*P);
             });
    });
  }

  /// Lets their copies in \p Trial end where they would come back.
  void endIn(TrialNest &Trial) const {
    LLVMContext &Ctx = Root.getHeader()->getContext();
    BasicBlock *End = BasicBlock::Create(Ctx, "gemmify.failed",
                                         Root.getHeader()->getParent());
    IRBuilder<>(End).CreateUnreachable();
    SmallVector<DominatorTree::UpdateType, 8> Updates;
    for (const BasicBlock *BB : Blocks) {
      auto *Copied = cast<BasicBlock>(Trial[BB]);
      auto &Br = *cast<BranchInst>(Copied->getTerminator());
      SmallSetVector<BasicBlock *, 2> Left;
      for (unsigned Way = 0; Way != Br.getNumSuccessors(); ++Way) {
        BasicBlock *To = Br.getSuccessor(Way);
        if (Blocks.contains(BB->getTerminator()->getSuccessor(Way)))
          continue;
        To->removePredecessor(Copied);
        Br.setSuccessor(Way, End);
        Left.insert(To);
      }
      for (BasicBlock *To : Left)
        Updates.push_back({DominatorTree::Delete, Copied, To});
      if (!Left.empty())
        Updates.push_back({DominatorTree::Insert, Copied, End});
      A.LI.removeBlock(Copied);
    }
    A.DT.applyUpdates(Updates);
    dropSamePhis(Trial.copy(), /*FromOutside=*/false);
    joinLoads(Trial.copy());
    joinKept(Trial.copy());
    Trial.forgetCopy();
  }

private:
  /// What was loaded again after a call that has failed is what was loaded
  /// before.
  static void joinLoads(const Loop &Copy) {
    for (BasicBlock *BB : Copy.blocks())
      for (Instruction &I : make_early_inc_range(*BB))
        if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
          if (LoadInst *Earlier = findEarlier(*Load))
            replaceLoad(*Load, *Earlier);
  }

  /// The same of what no write of \p Copy changes.
  void joinKept(const Loop &Copy) const {
    SmallVector<Instruction *, 4> Writes;
    for (BasicBlock *BB : Copy.blocks())
      for (Instruction &I : *BB)
        if (hasOwnEffect(I))
          Writes.push_back(&I);
    TypeAliases Types(*Copy.getHeader()->getParent());
    SmallVector<LoadInst *, 8> Kept;
    for (const DomTreeNode *Node : depth_first(A.DT.getNode(Copy.getHeader())))
      for (Instruction &I : make_early_inc_range(*Node->getBlock())) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !Load->isSimple() || !Copy.contains(Load) ||
            !Copy.isLoopInvariant(Load->getPointerOperand()) ||
            !Types.keeps(Writes, *Load))
          continue;
        auto *Earlier = llvm::find_if(Kept, [&](const LoadInst *Each) {
          return Each->getPointerOperand() == Load->getPointerOperand() &&
                 Each->getType() == Load->getType() &&
                 A.DT.dominates(Each, Load);
        });
        if (Earlier == Kept.end())
          Kept.push_back(Load);
        else
          replaceLoad(*Load, **Earlier);
      }
    joinPhis(Copy, Kept);
  }

  /// And phis that find nothing but one of the loads that are \p Kept.
  void joinPhis(const Loop &Copy, ArrayRef<LoadInst *> Kept) const {
    SmallVector<std::pair<PHINode *, LoadInst *>, 4> Found;
    for (BasicBlock *BB : Copy.blocks())
      for (PHINode &Phi : BB->phis()) {
        std::optional<ReloadedPhis> Of =
            findReloadedPhis(Phi, Copy, A, [](const LoadInst &Load) {
              return const_cast<LoadInst *>(&Load);
            });
        if (Of && Of->Before.empty() && Of->Loads.size() == 1 &&
            llvm::is_contained(Kept, Of->Loads.front()) &&
            A.DT.dominates(Of->Loads.front(), &Phi))
          Found.push_back({&Phi, Of->Loads.front()});
      }
    for (auto [Phi, Load] : Found)
      Phi->replaceAllUsesWith(Load);
    for (auto [Phi, Load] : Found)
      Phi->eraseFromParent();
  }

  /// The load of the same place on the only way there.
  static LoadInst *findEarlier(LoadInst &Load) {
    BasicBlock::iterator From = Load.getIterator();
    for (BasicBlock *BB = Load.getParent(); BB;
         BB = BB->getSinglePredecessor(), From = BB ? BB->end() : From) {
      bool IsLoad = false;
      if (Value *Is =
              FindAvailableLoadedValue(&Load, BB, From, 0, nullptr, &IsLoad))
        return IsLoad && Is->getType() == Load.getType()
                   ? dyn_cast<LoadInst>(Is)
                   : nullptr;
      if (From != BB->begin())
        return nullptr;
    }
    return nullptr;
  }

  /// Adds what only leads there, and what is only reached from there.
  void grow() {
    for (size_t At = 0; At != Blocks.size(); ++At) {
      auto AddIf = [&](const BasicBlock *BB, auto Neighbors) {
        if (Root.contains(BB) &&
            llvm::all_of(Neighbors, [&](const BasicBlock *N) {
              return Blocks.contains(N);
            }))
          Blocks.insert(BB);
      };
      const BasicBlock *BB = Blocks[At];
      for (const BasicBlock *Before : predecessors(BB))
        AddIf(Before, successors(Before));
      for (const BasicBlock *Behind : successors(BB))
        AddIf(Behind, predecessors(Behind));
    }
  }

  /// Whether some iterations of its loop do without \p BB.
  bool isSide(const BasicBlock &BB) const {
    const Loop &L = *A.LI.getLoopFor(&BB);
    return isa<BranchInst>(BB.getTerminator()) && L.getHeader() != &BB &&
           !L.isLoopLatch(&BB) && L.getLoopLatch() &&
           !A.DT.dominates(&BB, L.getLoopLatch()) &&
           !A.DT.dominates(&BB, Innermost.getHeader()) &&
           llvm::all_of(successors(&BB), [&](const BasicBlock *To) {
             return A.LI.getLoopFor(To) == &L;
           });
  }

  /// Whether \p BB branches to a side and to what that leaves out.
  bool isCheck(const BasicBlock &BB) const {
    const auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Br || !Br->isConditional())
      return false;
    const bool First = Blocks.contains(Br->getSuccessor(0));
    const BasicBlock *Other = Br->getSuccessor(First ? 1 : 0);
    return llvm::none_of(predecessors(Other), [&](const BasicBlock *Before) {
      return Blocks.contains(Before);
    });
  }

  const Loop &Root, &Innermost;
  const NestAnalyses &A;
  SmallSetVector<const BasicBlock *, 8> Blocks;
};

} // namespace

std::unique_ptr<TrialNest> endFailingSides(Loop &Root, const Loop &Innermost,
                                           const NestAnalyses &A) {
  const FailingSides Sides(Root, Innermost, A);
  if (!Sides.comeBack() || !TrialNest::makeCopyable(Root, A))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".ended", A);
  Sides.endIn(*Trial);
  return Trial;
}

} // namespace gemmify
