//===- SumApart.cpp - A sum split off the nest that uses it ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumApart.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

static bool storesOutside(const Loop &Outer, const Loop &Inner) {
  return llvm::any_of(Outer.blocks(), [&](const BasicBlock *BB) {
    return !Inner.contains(BB) && llvm::any_of(*BB, [](const Instruction &I) {
      return isa<StoreInst>(I);
    });
  });
}

/// Whether a sum that was split off is read in \p Middle, behind \p Innermost.
static bool readsSums(const Loop &Middle, const Loop &Innermost,
                      ScalarEvolution &SE) {
  return llvm::any_of(Middle.blocks(), [&](BasicBlock *BB) {
    return !Innermost.contains(BB) && llvm::any_of(*BB, [&](Instruction &I) {
      auto *Load = dyn_cast<LoadInst>(&I);
      const auto *Base = Load ? dyn_cast<SCEVUnknown>(SE.getPointerBase(
                                    SE.getSCEV(Load->getPointerOperand())))
                              : nullptr;
      return Base && isWorkspace(*Base->getValue());
    });
  });
}

std::optional<LoneSums> findLoneSums(Loop &Innermost, const NestAnalyses &A) {
  LoneSums Sums;
  Loop *Middle = Innermost.getParentLoop();
  Loop *Outer = Middle ? Middle->getParentLoop() : nullptr;
  if (!Outer || !Innermost.isInnermost() || Middle->getSubLoops().size() != 1 ||
      !TrialNest::isOneNest(*Outer) || !TrialNest::canCopy(*Outer))
    return std::nullopt;
  for (const Loop *L : {&Innermost, Middle, Outer})
    if (!L->isLoopSimplifyForm() || !L->getExitingBlock() ||
        !L->getUniqueExitBlock())
      return std::nullopt;
  if (!Outer->getUniqueExitBlock()->phis().empty())
    return std::nullopt;
  Sums.Loops[0] = Outer;
  Sums.Loops[1] = Middle;
  Sums.Results = findSumResults(Innermost, A.LI);
  if (Sums.Results.empty() || llvm::any_of(Sums.Results, [&](auto &Each) {
        return Each.Phi->getType() != Sums.Results.front().Phi->getType();
      }))
    return std::nullopt;
  Sums.HasBeside = storesOutside(*Outer, *Middle);
  Sums.HadMore = readsSums(*Middle, Innermost, A.SE);
  Sums.HasMore = Sums.Results.size() > 1;
  if (Sums.HasMore) {
    // What a sum begins with may be what it replaces.
    auto *Stays = llvm::find_if(Sums.Results, [&](const SumResult &Each) {
      return !Outer->isLoopInvariant(
          Each.Phi->getIncomingValueForBlock(Innermost.getLoopPreheader()));
    });
    Sums.Results.erase(Stays != Sums.Results.end() ? Stays
                                                   : &Sums.Results.back());
  }
  Type *I64 = Type::getInt64Ty(A.SE.getContext());
  for (unsigned At : {0, 1}) {
    const SCEV *Last = A.SE.getBackedgeTakenCount(Sums.Loops[At]);
    if (isa<SCEVCouldNotCompute>(Last) ||
        A.SE.getTypeSizeInBits(Last->getType()) > 64)
      return std::nullopt;
    if (A.SE.isLoopInvariant(Last, Outer))
      Sums.Last[At] = A.SE.getNoopOrZeroExtend(Last, I64);
    else if (At == 0)
      return std::nullopt;
  }
  return Sums;
}

const SCEV *LoneSums::size(unsigned At, ScalarEvolution &SE) const {
  const unsigned More = At == 1 && !Ends.empty() ? 2 : 1;
  return SE.getAddExpr(Last[At], SE.getConstant(Last[At]->getType(), More));
}

bool SumApart::run() {
  BasicBlock &Start = Trial.start();
  Loop &Rest = Trial.copy();
  BasicBlock *Exit = Rest.getUniqueExitBlock();
  if (!Exit || !Rest.getExitingBlock() || !Exit->phis().empty())
    return false;
  emitSizes();
  SmallVector<BasicBlock *, 2> Between{&Start};
  for (unsigned At = 0; At <= Of.Results.size(); ++At)
    Between.push_back(SplitBlock(Between.back(),
                                 Between.back()->getTerminator(), &A.DT, &A.LI,
                                 nullptr, "gemmify.between"));
  Between.pop_back();
  Behind = SplitBlock(Exit, Exit->getFirstInsertionPt(), &A.DT, &A.LI, nullptr,
                      "gemmify.behind");
  for (unsigned At = 0; At != Of.Results.size(); ++At)
    Sums.push_back(
        std::make_unique<DistributedLoop>(Rest, *Between[At], ".sum", A));
  connect(Between);
  A.SE.forgetAllLoops();
  for (unsigned At = 0; At != Of.Results.size(); ++At) {
    writeSums(At);
    readSums(At);
  }
  A.SE.forgetAllLoops();
  return llvm::all_of(Sums, [](const auto &Each) { return Each->loop(); });
}

void SumApart::emitSizes() {
  BasicBlock &Start = Trial.start();
  Value *Rows = Numbers.hold(Of.size(0, A.SE), Start),
        *Columns = Numbers.hold(Of.size(1, A.SE), Start);
  IRBuilder<> B(Start.getTerminator());
  RowBytes = B.CreateMul(Columns, B.getInt64(Of.elementBytes()));
  Bytes = B.CreateMul(Rows, RowBytes);
  Place = new FreezeInst(PoisonValue::get(B.getPtrTy()), "gemmify.sums",
                         Start.getTerminator()->getIterator());
}

/// All parts run one after the other, if there is workspace: each nest of sums
/// after the block \p Between of its number.
void SumApart::connect(ArrayRef<BasicBlock *> Between) {
  Instruction *Jump = Between.front()->getTerminator();
  IRBuilder<> B(Jump);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  B.CreateCondBr(B.CreateIsNotNull(Place), Sums.front()->preheader(),
                 Trial.root().getLoopPreheader());
  Jump->eraseFromParent();
  for (unsigned At = 0; At != Sums.size(); ++At) {
    if (At != 0)
      Between[At]->getTerminator()->setSuccessor(0, Sums[At]->preheader());
    Sums[At]->exiting()->getTerminator()->replaceSuccessorWith(
        Trial.copy().getUniqueExitBlock(), Between[At + 1]);
  }
  A.DT.recalculate(*Between.front()->getParent());
}

/// The address of an iteration's sum in the header of the inner one of the
/// two loops. It moves as counters do.
Value *SumApart::elementIn(unsigned Sum, function_ref<Loop &(Loop &)> CopyOf) {
  IRBuilder<> Before(Trial.start().getTerminator());
  Value *At = Place;
  if (Sum != 0)
    At = Before.CreatePtrAdd(At, Before.CreateMul(Bytes, Before.getInt64(Sum)),
                             "gemmify.sums");
  for (unsigned D : {0, 1}) {
    Loop &L = CopyOf(*Of.Loops[D]);
    const bool Down = llvm::any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
      const auto *Rec = Phi.getType()->isIntegerTy()
                            ? dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(&Phi))
                            : nullptr;
      return Rec && Rec->isAffine() &&
             Rec->getStepRecurrence(A.SE)->isAllOnesValue();
    });
    IRBuilder<> B(Trial.start().getTerminator());
    Value *Step = D == 0 ? RowBytes : B.getInt64(Of.elementBytes());
    Value *First = At;
    if (Down) {
      Value *Last = B.CreateMul(Numbers.hold(Of.Last[D], Trial.start()), Step);
      Step = B.CreateNeg(Step);
      B.SetInsertPoint(L.getLoopPreheader()->getTerminator());
      First = B.CreatePtrAdd(At, Last);
    }
    B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
    PHINode *Phi = B.CreatePHI(At->getType(), 2, "gemmify.sum.at");
    B.SetInsertPoint(L.getLoopLatch()->getTerminator());
    Phi->addIncoming(First, L.getLoopPreheader());
    Phi->addIncoming(B.CreatePtrAdd(Phi, Step), L.getLoopLatch());
    At = Phi;
  }
  return At;
}

void SumApart::writeSums(unsigned At) {
  const SumResult &Sum = Of.Results[At];
  auto InSums = [&](Value &V) { return (*Sums[At])[Trial[&V]]; };
  Value *Element = elementIn(At, [&](Loop &L) -> Loop & {
    return *A.LI.getLoopFor(cast<BasicBlock>(InSums(*L.getHeader())));
  });
  auto *Behind = cast<BasicBlock>(InSums(*Sum.Behind));
  IRBuilder<> B(Behind, Behind->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Sum.Phi->getDebugLoc());
  B.CreateStore(InSums(*Sum.Value), Element);
  SmallVector<Instruction *, 4> Writes;
  for (BasicBlock *BB : Trial.copy().blocks())
    for (Instruction &I : *BB)
      if (isa<StoreInst>(I))
        Writes.push_back(&I);
  Sums[At]->remove(Writes);
  Sums[At]->dropEmptyParts();
}

/// Deletes \p Phi and what is computed of it, if that is used for nothing else.
static void dropUnused(PHINode &Phi) {
  SmallSetVector<Instruction *, 16> Users;
  Users.insert(&Phi);
  for (unsigned At = 0; At != Users.size(); ++At) {
    if (Users[At]->mayHaveSideEffects() || Users[At]->isTerminator())
      return;
    for (User *U : Users[At]->users())
      Users.insert(cast<Instruction>(U));
  }
  SmallVector<WeakTrackingVH, 8> Operands;
  for (Instruction *I : Users) {
    Operands.append(I->value_op_begin(), I->value_op_end());
    I->dropAllReferences();
  }
  for (Instruction *I : Users)
    I->eraseFromParent();
  for (Value *V : Operands)
    if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
}

void SumApart::readSums(unsigned At) {
  const SumResult &Sum = Of.Results[At];
  Value *Element =
      elementIn(At, [&](Loop &L) -> Loop & { return Trial.copyOf(L); });
  Value *Result = Trial[Sum.Value];
  auto *Phi = cast<PHINode>(Trial[Sum.Phi]);
  auto *Behind = cast<BasicBlock>(Trial[Sum.Behind]);
  const Loop &Inner = *A.LI.getLoopFor(Phi->getParent());
  IRBuilder<> B(Behind, Behind->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Sum.Phi->getDebugLoc());
  Value *Load = B.CreateLoad(Result->getType(), Element, "gemmify.sum");
  Result->replaceUsesWithIf(Load, [&](const Use &U) {
    return !Inner.contains(cast<Instruction>(U.getUser()));
  });
  if (auto *Join = dyn_cast<PHINode>(Result))
    RecursivelyDeleteDeadPHINode(Join);
  dropUnused(*Phi);
}

void SumApart::emitWorkspace() {
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Value *All = B.CreateMul(Bytes, B.getInt64(Sums.size()));
  Value *Workspace = takeWorkspace(B, All);
  Place->replaceAllUsesWith(Workspace);
  Place->eraseFromParent();
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  giveWorkspace(B, Workspace);
}

} // namespace gemmify
