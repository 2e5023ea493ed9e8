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
/// A phi, and for each of its values where memory holds it.
struct HeldElement {
  PHINode *Phi;
  SmallVector<Value *, 2> Places;
  Align Known = Align(64); ///< Of all places.
};
} // namespace

/// Whether \p Store writes to nothing of a number of \p Bytes at \p Place.
static bool isApart(const StoreInst &Store, Value &Place, uint64_t Bytes,
                    ScalarEvolution &SE) {
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
/// that since.
static bool findPlace(const Value &V, BasicBlock &From, HeldElement &Of,
                      ScalarEvolution &SE) {
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
        const uint64_t Bytes = V.getType()->getPrimitiveSizeInBits() / 8;
        Of.Places.push_back(Place);
        Of.Known = std::min(Of.Known, getLoadStoreAlignment(&I));
        return Place->getType()->getPointerAddressSpace() == 0 &&
               llvm::all_of(Since, [&](const StoreInst *Each) {
                 return isApart(*Each, *Place, Bytes, SE);
               });
      }
      if (Store && Store->isSimple())
        Since.push_back(Store);
      else if (I.mayWriteToMemory())
        return false;
    }
  return false;
}

static std::optional<HeldElement> findHeld(PHINode &Phi, ScalarEvolution &SE) {
  HeldElement Of{&Phi, {}};
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I)
    if (!findPlace(*Phi.getIncomingValue(I), *Phi.getIncomingBlock(I), Of, SE))
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
        if (std::optional<HeldElement> Of = findHeld(Phi, SE))
          return Of;
  return std::nullopt;
}

/// The place of \p Of where its phi is: one of all, or one that moves with the
/// loop. Null where it is neither.
static Value *placeAt(const HeldElement &Of, const NestAnalyses &A) {
  if (llvm::all_equal(Of.Places))
    return A.DT.dominates(Of.Places.front(), Of.Phi) ? Of.Places.front()
                                                     : nullptr;
  if (!A.LI.isLoopHeader(Of.Phi->getParent()))
    return nullptr;
  PHINode *Place =
      PHINode::Create(Of.Places.front()->getType(), Of.Places.size(),
                      "gemmify.place", Of.Phi->getIterator());
  for (unsigned I = 0; I != Of.Places.size(); ++I)
    Place->addIncoming(Of.Places[I], Of.Phi->getIncomingBlock(I));
  if (isa<SCEVAddRecExpr>(A.SE.getSCEV(Place)))
    return Place;
  A.SE.forgetValue(Place);
  Place->eraseFromParent();
  return nullptr;
}

/// Puts a load in the place of \p Of's phi. Whether it could.
static bool loadAgain(const HeldElement &Of, const NestAnalyses &A) {
  Value *Place = placeAt(Of, A);
  if (!Place)
    return false;
  BasicBlock &At = *Of.Phi->getParent();
  IRBuilder<> B(&At, At.getFirstInsertionPt());
  B.SetCurrentDebugLocation(Of.Phi->getDebugLoc());
  Value *Load = B.CreateAlignedLoad(Of.Phi->getType(), Place, Of.Known);
  SmallVector<WeakTrackingVH, 2> Unused(Of.Phi->incoming_values());
  Of.Phi->replaceAllUsesWith(Load);
  Of.Phi->eraseFromParent();
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
      HeldElement Of{nullptr, {}};
      auto IsBehind = [&](const Use &U) {
        return !Copy.contains(cast<Instruction>(U.getUser()));
      };
      if (!isElement(V.getType()) || llvm::none_of(V.uses(), IsBehind) ||
          !findPlace(V, *Last, Of, A.SE))
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
      Stay.insert(Of->Phi);
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
