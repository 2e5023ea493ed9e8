//===- HeldElements.cpp - Elements in registers and memory ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldElements.h"
#include "SplitParts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

namespace {
/// A phi, with others that give it their values, and where memory holds them.
struct HeldElement {
  SmallSetVector<PHINode *, 2> Phis;
  SmallVector<Value *, 2> Places; ///< One for each value that is no such phi.
  Align Known = Align(64);        ///< Of all places.
  /// What is stored between phis.
  SmallVector<const StoreInst *, 2> Others;
};
} // namespace

/// Whether \p Store writes to nothing of an element of \p Ty at \p Place.
static bool isApart(const StoreInst &Store, Value &Place, const Type &Ty,
                    ScalarEvolution &SE) {
  const uint64_t Bytes = Ty.getPrimitiveSizeInBits() / 8;
  const auto *Behind = dyn_cast<SCEVConstant>(SE.getMinusSCEV(
      SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())),
      SE.getSCEV(&Place)));
  const TypeSize Written = Store.getDataLayout().getTypeStoreSize(
      Store.getValueOperand()->getType());
  return Behind && Written.isFixed() &&
         (Behind->getAPInt().sge(Bytes) ||
          (-Behind->getAPInt()).sge(Written.getFixedValue()));
}

/// Finds where memory holds \p V at the end of \p From: where \p Of says that
/// it comes from, it has been loaded or stored, and nothing has been written to
/// that since. It may be another phi of \p Root.
static bool findPlace(const Value &V, BasicBlock &From, const Loop &Root,
                      HeldElement &Of, ScalarEvolution &SE) {
  constexpr unsigned MostBlocks = 16;
  SmallVector<const StoreInst *, 4> Since;
  BasicBlock *BB = &From;
  for (unsigned At = 0; BB && At != MostBlocks;
       ++At, BB = BB->getSinglePredecessor())
    for (Instruction &I : llvm::reverse(*BB)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      auto *Load = dyn_cast<LoadInst>(&I);
      if ((Store && Store->isSimple() && Store->getValueOperand() == &V) ||
          (Load == &V && Load->isSimple())) {
        Value *Place = getLoadStorePointerOperand(&I);
        Of.Places.push_back(Place);
        Of.Known = std::min(Of.Known, getLoadStoreAlignment(&I));
        return Place->getType()->getPointerAddressSpace() == 0 &&
               llvm::all_of(Since, [&](const StoreInst *Each) {
                 return isApart(*Each, *Place, *V.getType(), SE);
               });
      }
      if (&I == &V && isa<PHINode>(I) && Root.contains(BB)) {
        Of.Phis.insert(cast<PHINode>(&I));
        Of.Others.append(Since);
        return true;
      }
      if (Store && Store->isSimple())
        Since.push_back(Store);
      else if (I.mayWriteToMemory())
        return false;
    }
  return false;
}

static std::optional<HeldElement> findHeld(PHINode &Phi, const Loop &Root,
                                           ScalarEvolution &SE) {
  HeldElement Of;
  Of.Phis.insert(&Phi);
  unsigned Values = 0;
  for (unsigned At = 0; At != Of.Phis.size(); ++At) {
    PHINode &Each = *Of.Phis[At];
    for (unsigned I = 0; I != Each.getNumIncomingValues(); ++I, ++Values)
      if (!findPlace(*Each.getIncomingValue(I), *Each.getIncomingBlock(I), Root,
                     Of, SE))
        return std::nullopt;
  }
  // What gives its value to others is in the same place.
  if (Of.Places.empty() ||
      (Of.Places.size() != Values &&
       !(llvm::all_equal(Of.Places) &&
         llvm::all_of(Of.Others, [&](const StoreInst *Each) {
           return isApart(*Each, *Of.Places.front(), *Phi.getType(), SE);
         }))))
    return std::nullopt;
  return Of;
}

/// One that is a phi in \p Root and does not \p Stay.
static std::optional<HeldElement>
findHeld(const Loop &Root, ScalarEvolution &SE,
         const SmallPtrSetImpl<const PHINode *> &Stay) {
  for (BasicBlock *BB : Root.blocks())
    for (PHINode &Phi : BB->phis())
      if (isElement(Phi.getType()) && Phi.getNumIncomingValues() > 1 &&
          !Stay.contains(&Phi))
        if (std::optional<HeldElement> Of = findHeld(Phi, Root, SE))
          return Of;
  return std::nullopt;
}

/// The place of \p Of where its phis are: one of all, or one that moves with
/// the loop. Null where it is neither.
static Value *placeAt(const HeldElement &Of, const NestAnalyses &A) {
  PHINode &Phi = *Of.Phis.front();
  Value *First = Of.Places.front();
  if (llvm::all_equal(Of.Places))
    return llvm::all_of(
               Of.Phis,
               [&](const PHINode *P) { return A.DT.dominates(First, P); })
               ? First
               : nullptr;
  if (!A.LI.isLoopHeader(Phi.getParent()))
    return nullptr;
  PHINode *Place = PHINode::Create(First->getType(), Of.Places.size(),
                                   "gemmify.place", Phi.getIterator());
  for (unsigned I = 0; I != Of.Places.size(); ++I)
    Place->addIncoming(Of.Places[I], Phi.getIncomingBlock(I));
  if (isa<SCEVAddRecExpr>(A.SE.getSCEV(Place)))
    return Place;
  A.SE.forgetValue(Place);
  Place->eraseFromParent();
  return nullptr;
}

/// Puts loads in the place of \p Of's phis. Whether it could.
static bool loadAgain(const HeldElement &Of, const NestAnalyses &A) {
  Value *Place = placeAt(Of, A);
  if (!Place)
    return false;
  SmallVector<WeakTrackingVH, 4> Unused;
  for (PHINode *Phi : Of.Phis) {
    BasicBlock &At = *Phi->getParent();
    IRBuilder<> B(&At, At.getFirstInsertionPt());
    B.SetCurrentDebugLocation(Phi->getDebugLoc());
    Value *Load = B.CreateAlignedLoad(Phi->getType(), Place, Of.Known);
    llvm::append_range(Unused, Phi->incoming_values());
    Phi->replaceAllUsesWith(Load);
    Phi->eraseFromParent();
  }
  for (Value *V : Unused)
    if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
  return true;
}

/// Loads what is used behind \p Copy there. Whether there is such.
static bool loadBehind(const Loop &Copy, const NestAnalyses &A) {
  SmallVector<BasicBlock *, 2> Exits;
  Copy.getUniqueExitBlocks(Exits);
  bool Changed = false;
  for (BasicBlock *Exit : Exits) {
    BasicBlock *Last = Exit->getSinglePredecessor();
    if (!Last)
      continue;
    for (Instruction &V : *Last) {
      HeldElement Of;
      auto IsBehind = [&](const Use &U) {
        return !Copy.contains(cast<Instruction>(U.getUser()));
      };
      if (!isElement(V.getType()) || llvm::none_of(V.uses(), IsBehind) ||
          !findPlace(V, *Last, Copy, Of, A.SE) || Of.Places.empty())
        continue;
      // Whatever copies the copy wants phis.
      Value *Where = Of.Places.front();
      IRBuilder<> B(Exit, Exit->begin());
      PHINode *Place = B.CreatePHI(Where->getType(), 1, "gemmify.place");
      Place->addIncoming(Where, Last);
      B.SetInsertPoint(Exit, Exit->getFirstInsertionPt());
      B.SetCurrentDebugLocation(V.getDebugLoc());
      Value *Load = B.CreateAlignedLoad(V.getType(), Place, Of.Known);
      V.replaceUsesWithIf(Load, [&](const Use &U) {
        return IsBehind(U) && A.DT.dominates(Load, U);
      });
      Changed = true;
    }
  }
  return Changed;
}

/// Whether what \p Root loads where it ends is used behind it.
static bool isUsedBehind(const Loop &Root) {
  SmallVector<BasicBlock *, 2> Exiting;
  Root.getExitingBlocks(Exiting);
  return llvm::any_of(Exiting, [&](const BasicBlock *BB) {
    return llvm::any_of(*BB, [&](const Instruction &I) {
      return isa<LoadInst>(I) && isElement(I.getType()) &&
             llvm::any_of(I.users(), [&](const User *U) {
               return !Root.contains(cast<Instruction>(U));
             });
    });
  });
}

std::unique_ptr<TrialNest> readHeldElements(Loop &Innermost,
                                            const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    SmallPtrSet<const PHINode *, 4> Stay;
    if (!TrialNest::isOneNest(*Root) || !TrialNest::isTriangular(*Root, A.SE) ||
        !(findHeld(*Root, A.SE, Stay) || isUsedBehind(*Root)) ||
        !TrialNest::makeCopyable(*Root, A))
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".held", A);
    bool Changed = false;
    while (auto Of = findHeld(Trial->copy(), A.SE, Stay)) {
      Stay.insert(Of->Phis.begin(), Of->Phis.end());
      Changed |= loadAgain(*Of, A);
    }
    Changed |= loadBehind(Trial->copy(), A);
    if (!Changed)
      continue;
    Trial->forgetCopy();
    Trial->readInAnyCase(Trial->copyOf(Innermost));
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
