//===- FixedValues.cpp - What a nest computes again and again -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedValues.h"
#include "TypeAliases.h"
#include "pass/recognize/access/Lookups.h"
#include "pass/recognize/arith/ExpressionParts.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/recognize/effects/NestWrites.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

static bool allGoOn(const BasicBlock &BB) { return llvm::all_of(BB, goesOn); }

/// Where the nest is when \p L, which ends, has been run; null where it may not
/// get there.
static const BasicBlock *behind(const Loop &L, ScalarEvolution &SE) {
  auto AllGoOn = [](const BasicBlock *BB) { return allGoOn(*BB); };
  return !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)) &&
                 llvm::all_of(L.blocks(), AllGoOn)
             ? L.getUniqueExitBlock()
             : nullptr;
}

/// Whether \p I may change what a load finds.
static bool isWrite(const Instruction &I) {
  return I.mayHaveSideEffects() && !isHint(I);
}

static bool writes(const BasicBlock &BB) { return llvm::any_of(BB, isWrite); }

/// The block that runs whenever \p BB of \p Root has run, after it and \p
/// Passed, an innermost loop that may be passed by; null where none is seen.
static const BasicBlock *nextBehind(const BasicBlock &BB, const Loop &Root,
                                    const NestAnalyses &A,
                                    const Loop *&Passed) {
  const Loop *In = A.LI.getLoopFor(&BB);
  Passed = In;
  if (In != &Root)
    return In->isInnermost() && In->getParentLoop() == &Root ? behind(*In, A.SE)
                                                             : nullptr;
  const auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  for (unsigned Way : {0, 1}) {
    if (!Br || Br->isUnconditional())
      break;
    const BasicBlock *Join = Br->getSuccessor(1 - Way);
    const BasicBlock *At = Br->getSuccessor(Way);
    if (A.LI.getLoopFor(At) == &Root)
      At = allGoOn(*At) ? At->getSingleSuccessor() : nullptr;
    const Loop *L = At ? A.LI.getLoopFor(At) : nullptr;
    if (!L || L->getParentLoop() != &Root || !L->isInnermost())
      continue;
    Passed = L;
    const BasicBlock *Behind = behind(*L, A.SE);
    if (Behind && (Behind == Join ||
                   (allGoOn(*Behind) && Behind->getSingleSuccessor() == Join)))
      return Join;
  }
  return nullptr;
}

/// Notes \p BB, which runs, and what runs behind it. What a loop passed by in
/// one of them may not come to its end is no such block where it \p HasPassed
/// a branch. The nest \p HasWritten something before it, or not. Whether there
/// is one.
bool FixedValues::runs(const BasicBlock *BB, bool HasPassed, bool HasWritten) {
  const size_t Before = Begin.size();
  while (BB && Root.contains(BB)) {
    AllGoOn &= allGoOn(*BB);
    if ((HasPassed && !AllGoOn) || !Begin.insert({BB, HasWritten}).second)
      break;
    HasWritten |= writes(*BB);
    const BasicBlock *Next = BB->getSingleSuccessor();
    HasPassed |= !Next;
    const Loop *Passed = nullptr;
    BB = Next || !AllGoOn ? Next : nextBehind(*BB, Root, A, Passed);
    HasWritten |= Passed && llvm::any_of(Passed->blocks(), [](BasicBlock *In) {
                    return writes(*In);
                  });
  }
  return Begin.size() != Before;
}

FixedValues::FixedValues(const Loop &Root, const NestAnalyses &A)
    : Root(Root), A(A) {
  runs(Root.getHeader(), /*HasPassed=*/false, /*HasWritten=*/false);
}

bool FixedValues::goOn(const BasicBlockEdge &Along) {
  const BasicBlock &From = *Along.getStart();
  const auto *Br = dyn_cast<BranchInst>(From.getTerminator());
  const auto Known = Begin.find(&From);
  return Br && Known != Begin.end() && AllGoOn &&
         isFirst(*Br->getCondition(), *Br) &&
         runs(Along.getEnd(), /*HasPassed=*/true,
              Known->second || writes(From));
}

/// Whether \p V, where \p At of Begin uses it in the first iteration, is what
/// it was before the nest: nothing has been written by then, or no write of the
/// nest changes what it is made of, as types say.
bool FixedValues::isFirst(const Value &V, const Instruction &At) const {
  const BasicBlock &BB = *At.getParent();
  if (!Begin.lookup(&BB) &&
      llvm::none_of(llvm::make_range(BB.begin(), At.getIterator()), isWrite))
    return true;
  SmallVector<Instruction *, 8> Writes;
  for (BasicBlock *In : Root.blocks())
    for (Instruction &I : *In)
      if (isWrite(I))
        Writes.push_back(&I);
  TypeAliases Types(*Root.getHeader()->getParent());
  SmallSetVector<const Value *, 8> Parts;
  Parts.insert(&V);
  for (unsigned Part = 0; Part != Parts.size(); ++Part) {
    const auto *I = dyn_cast<Instruction>(Parts[Part]);
    if (!I || !Root.contains(I))
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(I);
        Load && !Types.keeps(Writes, *Load))
      return false;
    Parts.insert(I->op_begin(), I->op_end());
  }
  return true;
}

/// Whether \p Of, of the nest, is where \p Before was computed if what the nest
/// loads for it is what findEarlier finds.
bool FixedValues::isSameAs(const Value &Of, const Value &Before,
                           unsigned Depth) const {
  constexpr unsigned Deepest = 4;
  if (&Of == &Before)
    return true;
  const auto *I = dyn_cast<Instruction>(&Of);
  const auto *Earlier = dyn_cast<Instruction>(&Before);
  if (!I || !Earlier || Depth == Deepest || !Root.contains(I) ||
      isa<PHINode>(I))
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I))
    return Load->isSimple() && findEarlier(*Load, Depth + 1) == Earlier;
  // Two of them may give two numbers.
  if (isa<FreezeInst>(I) && !isGuaranteedNotToBeUndefOrPoison(
                                I->getOperand(0), nullptr, Earlier, &A.DT))
    return false;
  // With what both promise of their operands.
  return !I->mayReadOrWriteMemory() && I->isSameOperationAs(Earlier) &&
         I->getRawSubclassOptionalData() ==
             Earlier->getRawSubclassOptionalData() &&
         llvm::all_of(llvm::zip(I->operands(), Earlier->operands()),
                      [&](const auto &Ops) {
                        return isSameAs(*std::get<0>(Ops), *std::get<1>(Ops),
                                        Depth + 1);
                      });
}

LoadInst *FixedValues::findEarlier(const LoadInst &Load, unsigned Depth) const {
  constexpr unsigned MostBlocks = 8;
  BasicBlock *BB = Root.getLoopPreheader();
  for (unsigned Block = 0; BB && Block != MostBlocks;
       ++Block, BB = BB->getSinglePredecessor())
    for (Instruction &I : llvm::reverse(*BB)) {
      auto *Earlier = dyn_cast<LoadInst>(&I);
      if (Earlier && Earlier->isSimple() &&
          Earlier->getType() == Load.getType() &&
          isSameAs(*Load.getPointerOperand(), *Earlier->getPointerOperand(),
                   Depth))
        return Earlier;
      if (isWrite(I))
        return nullptr;
    }
  return nullptr;
}

/// The nest loads it whenever it is entered, or nobody can tell.
bool FixedValues::canLoadBefore(const LoadInst &Load) const {
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      Load.getType()->isVectorTy())
    return false;
  if ((Begin.contains(Load.getParent()) &&
       isFirst(*Load.getPointerOperand(), Load)) ||
      llvm::any_of(loads(), [&](const LoadInst *Known) {
        return areAlike(*Known, Load) && Known->getAlign() >= Load.getAlign();
      }))
    return true;
  const Value *Ptr = Load.getPointerOperand();
  const auto *I = dyn_cast<Instruction>(Ptr);
  const LoadInst *Earlier = findEarlier(Load);
  return (Earlier && Earlier->getAlign() >= Load.getAlign()) ||
         (!(I && Root.contains(I)) &&
          isDereferenceableAndAlignedPointer(
              Ptr, Load.getType(), Load.getAlign(), Load.getDataLayout(),
              Root.getLoopPreheader()->getTerminator(), nullptr, &A.DT));
}

/// What a load reads from may be one of the phis, as in a list.
std::optional<ReloadedPhis> FixedValues::findReloaded(PHINode &Phi) const {
  return findReloadedPhis(
      Phi, Root, A, [this](const LoadInst &Load) { return findEarlier(Load); });
}

bool FixedValues::noteReloaded(PHINode &Phi, unsigned Depth) {
  std::optional<ReloadedPhis> Of = findReloaded(Phi);
  if (!Of)
    return false;
  Value *Is = Of->Before.empty() ? Of->Loads.front() : Of->Before.front();
  SmallVector<Value *, 2> Others;
  for (Value *V : Of->Before)
    if (V != Is)
      Others.push_back(V);
  for (LoadInst *Load : Of->Loads) {
    if (!areAlike(*Load, *Of->Loads.front()) || !note(*Load, Depth + 1))
      return false;
    if (!areAlike(*Load, *Is) && findEarlier(*Load) != Is)
      Others.push_back(Load);
  }
  if (!Others.empty() && !Phi.getType()->isIntegerTy())
    return false;
  for (Value *V : Others)
    Same.push_back({V, Is});
  for (PHINode *Each : Of->Phis) {
    First[Each] = Is;
    Noted.insert(Each);
  }
  return true;
}

bool FixedValues::note(Value &V, unsigned Depth) {
  constexpr unsigned Deepest = 8;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Root.contains(I) || Noted.contains(I))
    return true;
  if (Depth == Deepest)
    return false;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return noteReloaded(*Phi, Depth);
  auto *Load = dyn_cast<LoadInst>(I);
  if (Load ? !canLoadBefore(*Load)
           : I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
    return false;
  // It stands for the condition of a trial, which is not known yet.
  if (isa<FreezeInst>(I) && isa<UndefValue>(I->getOperand(0)))
    return false;
  for (Value *Op : I->operands())
    if (!note(*Op, Depth + 1))
      return false;
  Noted.insert(I);
  return true;
}

void FixedValues::forget(size_t Values, size_t Pairs) {
  while (Noted.size() != Values)
    Noted.pop_back();
  Same.truncate(Pairs);
}

bool FixedValues::contains(Value &V) {
  const size_t Values = Noted.size(), Pairs = Same.size();
  if (note(V, 0))
    return true;
  forget(Values, Pairs);
  return false;
}

bool FixedValues::contains(const SCEV *S) {
  const size_t Values = Noted.size(), Pairs = Same.size();
  const bool All = forEachPart(
      S, [](const SCEV *) { return false; },
      [&](const SCEV *Part) {
        if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
          return !Root.contains(Rec->getLoop());
        const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
        return !Unknown || contains(*Unknown->getValue());
      });
  const bool CanExpand = !SCEVExprContains(S, [](const SCEV *Part) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return Rec && !Rec->isAffine();
  });
  if (All && CanExpand)
    return true;
  forget(Values, Pairs);
  return false;
}

void FixedValues::noteAlike() {
  const SmallVector<LoadInst *, 4> Known = loads();
  SmallVector<PHINode *, 8> Phis;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Phi = dyn_cast<PHINode>(&I))
        Phis.push_back(Phi);
      else if (isa<LoadInst>(I) &&
               llvm::any_of(Known, [&](const LoadInst *Load) {
                 return areAlike(*Load, I);
               }))
        contains(I);
  for (PHINode *Phi : Phis)
    if (std::optional<ReloadedPhis> Of = findReloaded(*Phi);
        Of && llvm::all_of(Of->Loads, [&](LoadInst *Load) {
          return Noted.contains(Load);
        }))
      contains(*Phi);
}

SmallVector<LoadInst *, 4> FixedValues::loads() const {
  SmallVector<LoadInst *, 4> Loads;
  for (Instruction *I : Noted)
    if (auto *Load = dyn_cast<LoadInst>(I))
      Loads.push_back(Load);
  return Loads;
}

} // namespace gemmify
