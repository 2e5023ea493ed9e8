//===- SumNest.cpp - Nests that add products to one sum -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumNest.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

Value *behindPhis(Value *V) {
  while (auto *Phi = dyn_cast<PHINode>(V)) {
    if (Phi->getNumIncomingValues() != 1)
      break;
    V = Phi->getIncomingValue(0);
  }
  return V;
}

/// Whether \p I stores \p Sum to one place in each iteration of \p Of: LLVM
/// leaves the sum in memory where the result may be an operand.
static bool storesSum(const Instruction &I, const Value &Sum, const Loop &Of,
                      const DominatorTree &DT) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && Store->isSimple() && Store->getValueOperand() == &Sum &&
         Of.isLoopInvariant(Store->getPointerOperand()) &&
         DT.dominates(Store->getParent(), Of.getLoopLatch());
}

std::optional<SumLoop> readSumLoop(Loop &Of, ScalarEvolution &SE) {
  if (!Of.isLoopSimplifyForm() || Of.getExitingBlock() != Of.getLoopLatch())
    return std::nullopt;
  SumLoop Found;
  Found.L = &Of;
  for (PHINode &Phi : Of.getHeader()->phis()) {
    const auto *Rec = SE.isSCEVable(Phi.getType())
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    if (Rec && Rec->getLoop() == &Of && Rec->isAffine())
      continue;
    if (Found.Sum)
      return std::nullopt;
    Found.Sum = &Phi;
  }
  if (Found.Sum)
    Found.Next =
        behindPhis(Found.Sum->getIncomingValueForBlock(Of.getLoopLatch()));
  return Found;
}

/// The only store of \p Of, of a sum that goes on with what is in memory.
static StoreInst *findStore(const Loop &Of) {
  StoreInst *Only = nullptr;
  for (BasicBlock *BB : Of.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && std::exchange(Only, Store))
        return nullptr;
  return Only && Only->isSimple() ? Only : nullptr;
}

/// Where \p Next, which \p Store stores in each iteration of \p Of, goes on
/// with what was there.
static std::optional<Update> addsToMemory(Instruction &Next, SumNest &Found,
                                          const Loop &Of,
                                          const DominatorTree &DT) {
  std::optional<Update> Step = matchUpdate(Next, [&](const Value *V) {
    const auto *Load = dyn_cast<LoadInst>(V);
    return Load && Load->isSimple() && Load->hasOneUse() &&
           Load->getPointerOperand() == Found.Store->getPointerOperand();
  });
  Found.Load = Step ? dyn_cast<LoadInst>(Step->Sum) : nullptr;
  if (!Found.Load || !Of.contains(Found.Load) ||
      !DT.dominates(Found.Store->getParent(), Of.getLoopLatch()))
    return std::nullopt;
  // What is read behind it may be what was stored.
  for (const BasicBlock *BB : Of.blocks())
    for (const Instruction &I : *BB)
      if (isa<LoadInst>(I) && DT.dominates(Found.Store, &I))
        return std::nullopt;
  return Step;
}

std::optional<SumNest> readSum(Loop &Of, const NestAnalyses &A) {
  std::optional<SumLoop> Inner = readSumLoop(Of, A.SE);
  if (!Inner || !Of.isInnermost())
    return std::nullopt;
  SumNest Found;
  Found.Store = Inner->Sum ? nullptr : findStore(Of);
  if (!Inner->Sum && !Found.Store)
    return std::nullopt;
  auto *Next = dyn_cast<Instruction>(
      Inner->Sum ? Inner->Next : Found.Store->getValueOperand());
  if (!Next || !Of.contains(Next) || !Next->getType()->isFloatingPointTy())
    return std::nullopt;
  std::optional<Update> Step =
      Inner->Sum ? matchUpdate(*Next, [&](Value *V) { return V == Inner->Sum; })
                 : addsToMemory(*Next, Found, Of, A.DT);
  if (!Step)
    return std::nullopt;
  Found.Loops.push_back(*Inner);
  Found.Step = *Step;
  for (BasicBlock *BB : Of.blocks())
    for (Instruction &I : *BB) {
      if (&I == Found.Store)
        continue;
      if (!Found.Store && storesSum(I, *Next, Of, A.DT))
        Found.Store = cast<StoreInst>(&I);
      else if (I.mayHaveSideEffects() ||
               (I.mayReadFromMemory() && !isa<LoadInst>(I)))
        return std::nullopt;
      for (User *U : I.users())
        if (!Of.contains(cast<Instruction>(U)) && (Found.Load || &I != Next))
          return std::nullopt;
    }
  return Found;
}

/// Whether what \p Of does beside the loops in it has no effect.
static bool onlyCounts(const Loop &Of, const LoopInfo &LI) {
  return llvm::all_of(Of.blocks(), [&](const BasicBlock *BB) {
    return LI.getLoopFor(BB) != &Of ||
           llvm::none_of(*BB, [](const Instruction &I) {
             return I.mayHaveSideEffects() ||
                    (I.mayReadFromMemory() && !isa<LoadInst>(I));
           });
  });
}

std::optional<SumNest> readSumNest(Loop &Outermost, const NestAnalyses &A) {
  if (Outermost.isInnermost())
    return readSum(Outermost, A);
  std::optional<SumLoop> Outer = readSumLoop(Outermost, A.SE);
  if (!Outer || Outermost.getSubLoops().size() != 1 ||
      !onlyCounts(Outermost, A.LI))
    return std::nullopt;
  Loop &In = *Outermost.getSubLoops().front();
  std::optional<SumNest> Inner = readSumNest(In, A);
  if (!Inner || !A.DT.dominates(In.getHeader(), Outermost.getLoopLatch()) ||
      Inner->start() != Outer->Sum || Inner->result() != Outer->Next)
    return std::nullopt; // All null where sums are in memory.
  Inner->Loops.insert(Inner->Loops.begin(), *Outer);
  return Inner;
}

SumNestMatch::SumNestMatch(const SumNest &X, const SumNest &Y,
                           const NestAnalyses &A, bool Early)
    : X(X), Y(Y), SE(A.SE), LI(A.LI), Early(Early) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  for (auto [OfX, OfY] : llvm::zip(X.Loops, Y.Loops)) {
    const SCEV *Iteration = SE.getAddRecExpr(SE.getZero(I64), SE.getOne(I64),
                                             OfY.L, SCEV::FlagAnyWrap);
    Iterations[OfX.L] = Iteration;
    Iterations[OfY.L] = Iteration;
  }
}

bool SumNestMatch::isEqual(const SCEV *OfX, const SCEV *OfY) const {
  if (Early && !(isa<SCEVConstant>(OfX) && isa<SCEVConstant>(OfY)))
    return true;
  auto InY = [&](const SCEV *S) {
    return SCEVLoopAddRecRewriter::rewrite(S, Iterations, SE);
  };
  return !isa<SCEVCouldNotCompute>(OfX) && !isa<SCEVCouldNotCompute>(OfY) &&
         InY(OfX) == InY(OfY);
}

/// Whether \p L is repeated as often as SCEV says, also where its counter
/// promises nothing: constants, or until a counter of steps of one is equal.
static bool countsByOne(const Loop &L, ScalarEvolution &SE) {
  if (isa<SCEVConstant>(SE.getBackedgeTakenCount(&L)))
    return true;
  const auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  const auto *Cmp = Br && Br->isConditional()
                        ? dyn_cast<ICmpInst>(Br->getCondition())
                        : nullptr;
  return Cmp && Cmp->isEquality() &&
         llvm::any_of(Cmp->operands(), [&](Value *Op) {
           auto *I = dyn_cast<Instruction>(Op);
           const bool IsCounter =
               I && (isa<PHINode>(I) || (I->getOpcode() == Instruction::Add &&
                                         isa<PHINode>(I->getOperand(0))));
           const auto *Rec =
               IsCounter ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Op)) : nullptr;
           return Rec && Rec->getLoop() == &L && Rec->isAffine() &&
                  (Rec->getStepRecurrence(SE)->isOne() ||
                   Rec->getStepRecurrence(SE)->isAllOnesValue());
         });
}

bool SumNestMatch::runsAlike() const {
  if (X.Loops.size() != Y.Loops.size())
    return false;
  if (!Early && !llvm::all_of(Y.Loops, [&](const SumLoop &Each) {
        return countsByOne(*Each.L, SE);
      }))
    return false;
  auto Repeats = [&](const Loop &L) {
    const SCEV *S = SE.getBackedgeTakenCount(&L);
    return isa<SCEVCouldNotCompute>(S) ||
                   SE.getTypeSizeInBits(S->getType()) > 64
               ? SE.getCouldNotCompute()
               : SE.getNoopOrZeroExtend(S, Type::getInt64Ty(SE.getContext()));
  };
  for (auto [OfX, OfY] : llvm::zip(X.Loops, Y.Loops))
    if (!isEqual(Repeats(*OfX.L), Repeats(*OfY.L)))
      return false;
  return true;
}

/// What has to be narrow so that \p V is the number that SCEV knows, also where
/// operations in \p Within, which do not always run, promise nothing: what is
/// widened. False where that does not suffice.
static bool findWidened(Value *V, const Loop &Within,
                        SmallVectorImpl<NarrowNumber> &Found) {
  SmallPtrSet<Value *, 8> Seen;
  SmallVector<Value *, 8> Work = {V};
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Within.contains(I) || !Seen.insert(I).second)
      continue;
    const unsigned Code = I->getOpcode();
    if (isa<SExtInst, ZExtInst>(I)) {
      const unsigned Bits = I->getOperand(0)->getType()->getIntegerBitWidth();
      if (auto *Op = dyn_cast<Instruction>(I->getOperand(0));
          Op && Within.contains(Op))
        Found.push_back({I, isa<SExtInst>(I) ? Bits - 1 : Bits});
    } else if (Code == Instruction::UDiv || Code == Instruction::SDiv ||
               Code == Instruction::LShr || Code == Instruction::AShr) {
      return false;
    } else if (auto *At = dyn_cast<GetElementPtrInst>(I);
               At && llvm::any_of(At->indices(), [](const Use &Index) {
                 return !isa<Constant>(Index) &&
                        !Index->getType()->isIntegerTy(64);
               })) {
      return false;
    }
    llvm::append_range(Work, I->operands());
  }
  return true;
}

/// What \p V is if some high bits of it are zero, and how many others there
/// are.
static std::optional<NarrowNumber> behindMask(Value *V) {
  Value *Whole;
  const APInt *Mask;
  if (!match(V, m_And(m_Value(Whole), m_APInt(Mask))) || !Mask->isMask())
    return std::nullopt;
  return NarrowNumber{Whole, Mask->countr_one()};
}

bool SumNestMatch::isSame(Value *OfX, Value *OfY, unsigned Depth) {
  if (OfX == OfY)
    return true;
  const bool IsEqual = SE.isSCEVable(OfX->getType()) &&
                       OfX->getType() == OfY->getType() &&
                       isEqual(SE.getSCEV(OfX), SE.getSCEV(OfY));
  if (IsEqual && Early)
    return true;
  SmallVector<NarrowNumber, 2> Widened;
  const bool IsKnown =
      IsEqual && findWidened(OfY, *Y.Loops.front().L->getParentLoop(), Widened);
  if (IsKnown && Widened.empty())
    return true;
  const size_t Before = Narrow.size();
  if (isSameOperation(OfX, OfY, Depth))
    return true;
  Narrow.truncate(Before);
  if (IsKnown)
    llvm::append_range(Narrow, Widened);
  return IsKnown;
}

/// The same by what they are computed from.
bool SumNestMatch::isSameOperation(Value *OfX, Value *OfY, unsigned Depth) {
  constexpr unsigned Deepest = 8;
  if (Depth >= Deepest)
    return false;
  if (std::optional<NarrowNumber> Number = behindMask(OfX);
      Number && isSame(Number->Val, OfY, Depth + 1)) {
    Narrow.push_back(*Number);
    return true;
  }
  if (std::optional<NarrowNumber> Number = behindMask(OfY);
      Number && isSame(OfX, Number->Val, Depth + 1)) {
    Narrow.push_back(*Number);
    return true;
  }
  // Several ways may lead to the first nest, of one iteration.
  if (auto *Phi = dyn_cast<PHINode>(OfX);
      Phi && !LI.isLoopHeader(Phi->getParent()))
    return llvm::all_of(Phi->incoming_values(),
                        [&](Value *In) { return isSame(In, OfY, Depth + 1); });
  auto *InX = dyn_cast<Instruction>(OfX), *InY = dyn_cast<Instruction>(OfY);
  if (!InX || !InY || isa<PHINode>(InX) ||
      !InX->isSameOperationAs(InY, Instruction::CompareIgnoringAlignment))
    return false;
  if (auto *LoadX = dyn_cast<LoadInst>(InX)) {
    if (!LoadX->isSimple() ||
        LoadX->getAlign() < cast<LoadInst>(InY)->getAlign() ||
        LoadX->getAAMetadata() != InY->getAAMetadata())
      return false;
  } else if (InX->mayReadOrWriteMemory() ||
             !isSafeToSpeculativelyExecute(InX) ||
             (isa<FPMathOperator>(InX) &&
              InX->getFastMathFlags() != InY->getFastMathFlags())) {
    return false;
  }
  for (auto [OpX, OpY] : llvm::zip(InX->operands(), InY->operands()))
    if (!isSame(OpX, OpY, Depth + 1))
      return false;
  return true;
}

} // namespace gemmify
