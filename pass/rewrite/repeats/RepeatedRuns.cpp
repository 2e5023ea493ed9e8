//===- RepeatedRuns.cpp - Runs with the same operand ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedRuns.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/pack/KeptPacking.h"
#include "pass/rewrite/chunks/ChunkCalls.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

static bool isKernel(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && (F->getName().starts_with(KernelPrefix) ||
               F->getName().starts_with(DispatchPrefix));
}

namespace {

using ForgettingList = decltype(RepeatedRuns::Forget);

class RunsExaminer {
public:
  RunsExaminer(const Product &P, AAResults &AA, const NestAnalyses &A)
      : P(P), N(P.nest()), AA(AA), A(A) {}

  std::optional<RepeatedRuns> run();

private:
  bool isPackedAlike(const Slice &S);
  bool isSame(const SCEV *S, const Loop &L);
  bool isSame(bool OfLeft, const Loop &L);
  bool endsBehind(const Loop &L);
  bool isNeverWritten(const Slice &S, const Loop &L, ForgettingList &Forget);
  Instruction *placeBeside(Instruction &I, const Loop &L);
  bool mayWrite(Instruction &I, const MemoryLocation &Operand);
  bool kernelMayWrite(const CallInst &Call, const MemoryLocation &Operand);
  bool repeats(bool OfLeft, const Loop &L, ForgettingList &Forget) {
    const Slice &S = OfLeft ? P.Order.Left : P.Order.Right;
    return isSame(OfLeft, L) && endsBehind(L) && isNeverWritten(S, L, Forget);
  }

  const Product &P;
  const GemmNest &N;
  AAResults &AA;
  const NestAnalyses &A;
};

} // namespace

/// Whether what is packed is one load, extended at most, of an address that is
/// no lookup: nothing else decides about it.
bool RunsExaminer::isPackedAlike(const Slice &S) {
  if (S.Loads.size() != 1 || !S.Counters.empty() || !S.Times.empty() ||
      !S.Beside.empty() || S.Loads[0].hasRows() ||
      !isa<LoadInst>(S.Loads[0].Access))
    return false;
  const Value *V = N.resolve(S.Root);
  while (isa<SExtInst, ZExtInst, FPExtInst>(V))
    V = N.resolve(cast<CastInst>(V)->getOperand(0));
  return V == S.Loads[0].Access;
}

/// Whether \p S has one value in \p L unless what it loads from one place
/// changes, which each run will ask.
bool RunsExaminer::isSame(const SCEV *S, const Loop &L) {
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    if (A.SE.isLoopInvariant(Part, &L))
      return false;
    if (isa<SCEVAddRecExpr>(Part))
      return true;
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return Unknown && !(Load && Load->isSimple() &&
                        isSame(A.SE.getSCEV(Load->getPointerOperand()), L));
  });
}

/// Of the left operand if \p OfLeft; few enough may change.
bool RunsExaminer::isSame(bool OfLeft, const Loop &L) {
  bool All = true;
  unsigned Asked = 0;
  forEachKept(P, OfLeft, [&](const SCEV *Each) {
    All &= isSame(Each, L);
    Asked += !A.SE.isLoopInvariant(Each, &L);
  });
  return All && Asked <= MaxKeptKey;
}

/// Whether \p L is left by branches only, which lead to where memory can be
/// given back, and every call in it comes back.
bool RunsExaminer::endsBehind(const Loop &L) {
  const unsigned Most = A.SE.getSmallConstantMaxTripCount(&L);
  const BasicBlock *Before = L.getLoopPredecessor();
  if (!Before || !isa<BranchInst, SwitchInst>(Before->getTerminator()) ||
      (Most && Most <= SharedTuning::RunsBeforeKept + 1))
    return false;
  return llvm::all_of(L.blocks(), [](const BasicBlock *BB) {
    return isa<BranchInst, SwitchInst>(BB->getTerminator()) &&
           llvm::all_of(*BB, [](const Instruction &I) {
             const auto *Call = dyn_cast<CallBase>(&I);
             return !Call || isKernel(*Call) || asksForChunk(*Call) ||
                    (Call->doesNotThrow() && Call->willReturn());
           });
  });
}

/// A kernel writes what its C points to, and its record. There is another C
/// where that is looked up. Pointers that it only compares are no places.
bool RunsExaminer::kernelMayWrite(const CallInst &Call,
                                  const MemoryLocation &Operand) {
  const AttributeList Attributes = Call.getCalledFunction()->getAttributes();
  bool HasC = false;
  for (const auto &[Index, Arg] : enumerate(Call.args())) {
    if (!Arg->getType()->isPointerTy() || Call.onlyReadsMemory(Index) ||
        Attributes.hasParamAttr(Index, KeptAttribute) ||
        !Attributes.hasParamAttr(Index, Attribute::NoAlias))
      continue;
    HasC = true;
    if (!AA.isNoAlias(MemoryLocation::getBeforeOrAfter(Arg), Operand))
      return true;
  }
  return !HasC;
}

bool RunsExaminer::mayWrite(Instruction &I, const MemoryLocation &Operand) {
  if (!I.mayWriteToMemory())
    return false;
  const auto *Call = dyn_cast<CallInst>(&I);
  if (Call && isKernel(*Call))
    return kernelMayWrite(*Call, Operand);
  if (Call && asksForChunk(*Call))
    return chunkMayWrite(*Call, Operand, AA);
  return isModSet(AA.getModRefInfo(&I, Operand));
}

/// Where an iteration of \p L that comes to \p I may forget what is kept, if it
/// does not come to the nest: before the loops around \p I, in which there may
/// be another nest. Else null.
Instruction *RunsExaminer::placeBeside(Instruction &I, const Loop &L) {
  Instruction *Place = &I;
  for (const Loop *Inner = A.LI.getLoopFor(I.getParent()); Inner != &L;
       Inner = Inner->getParentLoop()) {
    if (!Inner->getLoopPreheader())
      return nullptr;
    Place = Inner->getLoopPreheader()->getTerminator();
  }
  SmallPtrSet<BasicBlock *, 1> Next{L.getHeader()};
  const BasicBlock *Own = Place->getParent(), *Nest = N.Root->getHeader();
  return isPotentiallyReachable(Own, Nest, &Next, &A.DT, &A.LI) ||
                 isPotentiallyReachable(Nest, Own, &Next, &A.DT, &A.LI)
             ? nullptr
             : Place;
}

/// Whether nothing in \p L besides the nest may write what \p S reads, or only
/// where the nest is passed by (\p Forget). That is asked about all of what its
/// base points to, and of scopes, which may be those of one iteration, nothing
/// is told.
bool RunsExaminer::isNeverWritten(const Slice &S, const Loop &L,
                                  ForgettingList &Forget) {
  const auto *Base =
      dyn_cast<SCEVUnknown>(A.SE.getPointerBase(S.Loads[0].Start));
  if (!Base)
    return false;
  AAMDNodes Tags;
  Tags.TBAA = S.Loads[0].Access->getMetadata(LLVMContext::MD_tbaa);
  const MemoryLocation All =
      MemoryLocation::getBeforeOrAfter(Base->getValue(), Tags);
  Forget.clear();
  for (BasicBlock *BB : L.blocks())
    if (!N.Root->contains(BB))
      for (Instruction &I : *BB)
        if (mayWrite(I, All)) {
          Instruction *Place = placeBeside(I, L);
          if (!Place)
            return false;
          Forget.push_back(Place);
          break;
        }
  return true;
}

std::optional<RepeatedRuns> RunsExaminer::run() {
  if (N.Region || !N.Batch.isOne() || !N.Step.isOne() || N.isVector() ||
      !N.Besides.empty() ||
      N.Root->getHeader()->getParent()->callsFunctionThatReturnsTwice())
    return std::nullopt;
  for (const Slice *S : {&P.Order.Left, &P.Order.Right}) {
    RepeatedRuns Found;
    Found.OfLeft = S == &P.Order.Left;
    ForgettingList Forget;
    if (isPackedAlike(*S))
      for (Loop *L = N.Root->getParentLoop();
           L && repeats(Found.OfLeft, *L, Forget); L = L->getParentLoop()) {
        Found.Around = L;
        Found.Forget = Forget;
      }
    if (Found.Around)
      return Found;
  }
  return std::nullopt;
}

std::optional<RepeatedRuns> findRepeatedRuns(const Product &P, AAResults &AA,
                                             const NestAnalyses &A) {
  return RunsExaminer(P, AA, A).run();
}

} // namespace gemmify
