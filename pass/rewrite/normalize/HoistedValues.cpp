//===- HoistedValues.cpp - What is computed before a nest -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistedValues.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

void hoistValues(ArrayRef<Instruction *> Values, HoistedValues &Known,
                 function_ref<void(Instruction &)> Insert,
                 const ValuesOfPhis &Phis) {
  for (Instruction *I : Values) {
    if (Known.lookup(I))
      continue;
    if (isa<PHINode>(I)) {
      Value *Is = Phis.lookup(I), *Before = Known.lookup(Is);
      Known[I] = Before ? Before : Is;
      continue;
    }
    Instruction *Before = I->clone();
    for (Use &Op : Before->operands())
      if (Value *V = Known.lookup(Op))
        Op.set(V);
    if (isa<LoadInst>(Before))
      Before->dropUnknownNonDebugMetadata(LLVMContext::MD_tbaa);
    else
      Before->dropPoisonGeneratingAnnotations();
    Insert(*Before);
    Known[I] = Before;
  }
}

void replaceLoad(LoadInst &Load, LoadInst &Earlier) {
  combineMetadataForCSE(&Earlier, &Load, /*DoesKMove=*/false);
  Load.replaceAllUsesWith(&Earlier);
  Load.eraseFromParent();
}

/// Lets what was loaded again be what was loaded first, or the program itself
/// had loaded: one of \p Earlier.
static void joinLoads(const HoistedValues &Hoisted,
                      ArrayRef<LoadInst *> Earlier) {
  SmallVector<LoadInst *, 8> First(Earlier);
  for (const auto &[Of, Value] : Hoisted) {
    auto *Load = dyn_cast_or_null<LoadInst>(Value);
    if (!Load || isa<PHINode>(Of) || llvm::is_contained(First, Load))
      continue;
    const auto Same = llvm::find_if(First, [&](const LoadInst *Each) {
      return Each->getPointerOperand() == Load->getPointerOperand() &&
             Each->getType() == Load->getType();
    });
    if (Same == First.end()) {
      First.push_back(Load);
      continue;
    }
    if (!llvm::is_contained(Earlier, *Same))
      combineMetadataForCSE(*Same, Load, /*DoesKMove=*/false);
    Load->replaceAllUsesWith(*Same);
  }
}

HoistedValues hoistInCopy(TrialNest &Trial, ArrayRef<Instruction *> Values,
                          HoistedValues Hoisted, bool OnEntry,
                          const ValuesOfPhis &Phis) {
  SmallVector<LoadInst *, 4> Earlier;
  for (const auto &[Of, Value] : Hoisted)
    Earlier.push_back(cast<LoadInst>(Value));
  // A phi may have become the one value that is left on its ways.
  auto CopyOf = [&](const Instruction *I) {
    auto *Copied = dyn_cast_or_null<Instruction>(Trial[I]);
    return Copied && Trial.copy().contains(Copied) ? Copied : nullptr;
  };
  SmallPtrSet<Value *, 8> Needed;
  SmallVector<Instruction *, 8> Order;
  for (Instruction *I : llvm::reverse(Values)) {
    const Instruction *Copied = CopyOf(I);
    if (!Needed.contains(I) && !(Copied && !Copied->use_empty()))
      continue;
    if (isa<PHINode>(I))
      Needed.insert(Phis.lookup(I));
    else
      Needed.insert(I->op_begin(), I->op_end());
    Order.push_back(I);
  }
  std::reverse(Order.begin(), Order.end());
  SmallVector<WeakVH, 8> Copies;
  for (Instruction *I : llvm::reverse(Values))
    Copies.push_back(CopyOf(I));
  hoistValues(
      Order, Hoisted,
      [&](Instruction &I) {
        if (OnEntry)
          I.insertBefore(Trial.start().getTerminator()->getIterator());
        else
          Trial.prepare(I);
      },
      Phis);
  for (Instruction *I : Order)
    if (Instruction *Copied = CopyOf(I))
      Copied->replaceAllUsesWith(Hoisted.lookup(I));
  for (Value *Copied : Copies)
    if (Copied && Copied->use_empty())
      cast<Instruction>(Copied)->eraseFromParent();
  joinLoads(Hoisted, Earlier);
  return Hoisted;
}

/// Lets what the copy looks up again be what it has looked up.
static void joinLookups(const TrialNest &Trial, const NestChecks &Checks,
                        const NestAnalyses &A) {
  if (Checks.Reads.empty())
    return;
  Trial.forgetCopy();
  auto From = [&](LoadInst *Load) {
    return A.SE.getSCEV(Load->getPointerOperand());
  };
  SmallVector<LoadInst *, 8> First;
  for (const TableRead &Read : Checks.Reads) {
    auto *Load = Read.Load ? cast_or_null<LoadInst>(Trial[Read.Load]) : nullptr;
    if (!Load)
      continue;
    const auto Same = llvm::find_if(First, [&](LoadInst *Each) {
      const Loop *In = A.LI.getLoopFor(Each->getParent());
      return From(Each) == From(Load) && Each->getType() == Load->getType() &&
             In && In->contains(Load) && A.DT.dominates(Each, Load);
    });
    if (Same == First.end()) {
      First.push_back(Load);
      continue;
    }
    replaceLoad(*Load, **Same);
  }
}

HoistedValues hoistInCopy(TrialNest &Trial, const NestChecks &Checks,
                          const NestAnalyses &A) {
  HoistedValues Known;
  for (auto [Load, Earlier] : Checks.Earlier)
    Known[Load] = Earlier;
  const bool OnEntry = !Checks.Ways.empty();
  HoistedValues Hoisted =
      hoistInCopy(Trial, Checks.Hoisted, Known, OnEntry, Checks.Phis);
  joinLookups(Trial, Checks, A);
  return OnEntry ? Known : Hoisted;
}

} // namespace gemmify
