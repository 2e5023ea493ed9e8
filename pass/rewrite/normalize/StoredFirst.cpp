//===- StoredFirst.cpp - Functions that set errno, behind a sum -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredFirst.h"
#include "EarlierValues.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace gemmify {

namespace {
/// A sum that goes through a function, and where it is stored then.
class UsedSum {
public:
  UsedSum(Loop &Innermost, const NestAnalyses &A)
      : Inner(Innermost), Body(Innermost.getParentLoop()), A(A), Earlier(A.DT) {
  }

  /// Whether there is one.
  bool find(const Loop &Root);
  /// Stores the sum in the copy of \p Trial.
  void storeFirst(const TrialNest &Trial) const;

private:
  bool findCalls(const Loop &Root);
  bool isOfInside(Value &V) const;
  bool findSum();
  bool findStore();
  bool leavesAtOnce() const;
  bool isBehind(const Instruction &I) const;

  const Loop &Inner;
  const Loop *Body; ///< The loop around all calls.
  const NestAnalyses &A;
  SmallVector<Instruction *, 4> Calls;
  Instruction *Sum = nullptr, *Place = nullptr;
  StoreInst *Last = nullptr;
  EarlierValues Earlier; ///< What has to come before Place.
};
} // namespace

/// All calls are in one loop, and behind those inside it.
bool UsedSum::findCalls(const Loop &Root) {
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (computesAndSetsErrno(I))
        Calls.push_back(&I);
  if (Calls.empty())
    return false;
  Body = A.LI.getLoopFor(Calls.front()->getParent());
  if (Body == &Inner || !Body->contains(&Inner))
    return false;
  BasicBlock *BB = Calls.front()->getParent();
  for (Instruction *Call : Calls) {
    if (A.LI.getLoopFor(Call->getParent()) != Body)
      return false;
    BB = A.DT.findNearestCommonDominator(BB, Call->getParent());
  }
  // All iterations come there.
  const BasicBlock *Latch = Body->getLoopLatch();
  while (Latch && !A.DT.dominates(BB, Latch))
    BB = A.DT.getNode(BB)->getIDom()->getBlock();
  Place = BB->getTerminator();
  for (Instruction *Call : Calls)
    if (Call->getParent() == BB && Call->comesBefore(Place))
      Place = Call;
  return Latch && A.LI.getLoopFor(BB) == Body &&
         llvm::all_of(Body->getSubLoops(), [&](const Loop *L) {
           return !A.DT.dominates(BB, L->getHeader());
         });
}

/// Whether \p I, of the loop, runs after the place, to which all iterations
/// come.
bool UsedSum::isBehind(const Instruction &I) const {
  return &I == Place || A.DT.dominates(Place, &I);
}

/// Whether the loop is left before the place or at the end of an iteration.
bool UsedSum::leavesAtOnce() const {
  const BasicBlock *Exiting = Body->getExitingBlock();
  return Exiting && Body->getLoopLatch() &&
         (Exiting == Body->getLoopLatch() ||
          (Exiting == Body->getHeader() && Place->getParent() != Exiting));
}

/// Whether \p V is computed from a value of a loop inside, in the same
/// iteration.
bool UsedSum::isOfInside(Value &V) const {
  SmallSetVector<Value *, 16> Work;
  Work.insert(&V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Body->contains(I) || isa<LoadInst>(I) ||
        I->getParent() == Body->getHeader())
      continue;
    if (A.LI.getLoopFor(I->getParent()) != Body)
      return true;
    Work.insert(I->op_begin(), I->op_end());
  }
  return false;
}

/// The one value of the loops inside that the calls are about, where ways past
/// these have joined.
bool UsedSum::findSum() {
  SmallSetVector<Value *, 16> Work;
  for (Instruction *Call : Calls)
    Work.insert(Call->op_begin(), Call->op_end());
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Body->contains(I) || isa<LoadInst>(I) ||
        I->getParent() == Body->getHeader())
      continue;
    const bool IsInside = A.LI.getLoopFor(I->getParent()) != Body;
    if (!IsInside && !(isa<PHINode>(I) && isOfInside(*I)))
      Work.insert(I->op_begin(), I->op_end());
    else if (I->getType()->isFloatingPointTy() &&
             std::exchange(Sum, I) != nullptr)
      return false;
  }
  return Sum && A.DT.dominates(Sum, Place);
}

/// Whether \p Load reads a number, and says so: none is errno.
static bool isOfNumber(const LoadInst &Load) {
  const MDNode *Tag = Load.getMetadata(LLVMContext::MD_tbaa);
  const auto *Ty = Tag && Tag->getNumOperands() > 1
                       ? dyn_cast<MDNode>(Tag->getOperand(1))
                       : nullptr;
  const auto *Name = Ty && Ty->getNumOperands() > 0
                         ? dyn_cast<MDString>(Ty->getOperand(0))
                         : nullptr;
  return Name &&
         (Name->getString() == "float" || Name->getString() == "double");
}

/// What the calls compute is stored in each iteration, to an element of the
/// sum's type, and all that is loaded besides can be before the sum is stored.
bool UsedSum::findStore() {
  SmallVector<LoadInst *, 4> Later;
  unsigned Writes = 0;
  for (BasicBlock *BB : Body->blocks()) {
    if (A.LI.getLoopFor(BB) != Body)
      continue;
    for (Instruction &I : *BB) {
      if (!isBehind(I) || computesAndSetsErrno(I))
        continue;
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Later.push_back(Load);
      else if (I.mayReadFromMemory())
        return false;
      Writes += I.mayWriteToMemory();
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || !Store->isSimple() ||
          Store->getValueOperand()->getType() != Sum->getType() ||
          !A.DT.dominates(BB, Body->getLoopLatch()) ||
          Store->getPointerAddressSpace() != 0)
        continue;
      if (Last)
        return false;
      Last = Store;
    }
  }
  if (!Last || !Earlier.add(*Last->getPointerOperand(), *Place) ||
      (!Later.empty() && Writes != 1))
    return false;
  return llvm::all_of(Later, [&](LoadInst *Load) {
    if (!Load->isSimple() || !isOfNumber(*Load) ||
        !A.DT.dominates(Load->getParent(), Body->getLoopLatch()) ||
        !A.DT.dominates(Load, Last) ||
        !Earlier.add(*Load->getPointerOperand(), *Place))
      return false;
    Earlier.addMoved(*Load);
    return true;
  });
}

bool UsedSum::find(const Loop &Root) {
  return findCalls(Root) && leavesAtOnce() && findSum() && findStore();
}

void UsedSum::storeFirst(const TrialNest &Trial) const {
  auto InCopy = [&](const Value *V) { return cast<Instruction>(Trial[V]); };
  Instruction *At = InCopy(Place);
  Earlier.move(Trial, *At);
  auto *Store = cast<StoreInst>(InCopy(Last)->clone());
  Store->setOperand(0, InCopy(Sum));
  Store->insertBefore(At->getIterator());
}

std::unique_ptr<TrialNest> readStoredFirstAt(Loop &Root, Loop &Innermost,
                                             const NestAnalyses &A) {
  UsedSum Sum(Innermost, A);
  if (!TrialNest::isOneNest(Root) || !Sum.find(Root) ||
      !TrialNest::canCopy(Root))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".stored", A);
  Sum.storeFirst(*Trial);
  Trial->forgetCopy();
  Trial->readInAnyCase(Trial->copyOf(Innermost));
  return Trial;
}

std::unique_ptr<TrialNest> readStoredFirst(Loop &Innermost,
                                           const NestAnalyses &A) {
  return readOutermost(Innermost, [&](Loop &Root) {
    return readStoredFirstAt(Root, Innermost, A);
  });
}

} // namespace gemmify
