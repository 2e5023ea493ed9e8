//===- MiddleIteration.cpp - What a nest comes to half-way ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MiddleIteration.h"
#include "CheckNumbers.h"
#include "ErrnoTest.h"
#include "TypeAliases.h"
#include "pass/kernel/runtime/ErrnoPlace.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Collects what findLoadsOnTheWay returns.
class WayFinder {
public:
  WayFinder(const Loop &Root, const Loop &Innermost, const NestAnalyses &A)
      : Root(Root), Innermost(Innermost), A(A),
        Types(*Root.getHeader()->getParent()) {
    Found.Root = &Root;
  }

  std::optional<LoadsOnTheWay> run() {
    if (!endsAsCounted() || !collectWrites())
      return std::nullopt;
    for (BasicBlock *BB : Root.blocks())
      for (Instruction &I : *BB)
        if (auto *Load = dyn_cast<LoadInst>(&I))
          attempt(*Load);
    return Found.Hoisted.empty() ? std::nullopt
                                 : std::optional(std::move(Found));
  }

private:
  bool endsAsCounted();
  bool collectWrites();
  bool knowsWrites();
  void attempt(LoadInst &Load);
  bool take(LoadInst &Load, unsigned Depth);
  bool isFixed(Value &V, unsigned Depth);
  bool reach(const BasicBlock &BB, unsigned Depth);
  bool require(BranchInst &Branch, unsigned Onward, unsigned Depth);
  bool isKnown(Value &V, const BasicBlock &At, unsigned Depth);
  bool isKnown(const SCEV *S, const BasicBlock &At, unsigned Depth);
  bool counts(const Loop &L, unsigned Depth);

  static constexpr unsigned Deepest = 16;
  const Loop &Root, &Innermost;
  const NestAnalyses &A;
  TypeAliases Types;
  SmallVector<Instruction *, 2> Writes;
  SmallVector<Instruction *, 2> Calls; ///< That set errno.
  /// Once it is looked for.
  std::optional<std::optional<NestChecks>> Written;
  LoadsOnTheWay Found;
};

} // namespace

/// Each loop ends, at its latch alone.
bool WayFinder::endsAsCounted() {
  return llvm::all_of(Root.getLoopsInPreorder(), [&](const Loop *L) {
    return L->isLoopSimplifyForm() &&
           L->getExitingBlock() == L->getLoopLatch() &&
           !isa<SCEVCouldNotCompute>(A.SE.getBackedgeTakenCount(L));
  });
}

/// Nothing but stores has effects, and functions that set errno: all that the
/// nest begins returns.
bool WayFinder::collectWrites() {
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      if (!I.mayHaveSideEffects() || isHint(I))
        continue;
      if (computesAndSetsErrno(I)) {
        Calls.push_back(&I);
        continue;
      }
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || !Store->isSimple())
        return false;
      Writes.push_back(&I);
    }
  return true;
}

/// Whether it is known where the nest writes, before it.
bool WayFinder::knowsWrites() {
  if (!Written)
    Written = findWrites(Root, A);
  if (*Written)
    Found.Written = **Written;
  return Written->has_value();
}

/// Takes \p Load, or nothing of what it would need.
void WayFinder::attempt(LoadInst &Load) {
  const size_t Steps = Found.Steps.size(), Hoisted = Found.Hoisted.size();
  if (take(Load, 0))
    return;
  Found.Steps.truncate(Steps);
  while (Found.Hoisted.size() != Hoisted)
    Found.Hoisted.pop_back();
}

/// Whether \p Load finds the same in all iterations and the middle one comes to
/// it. It is a step then. What it reads is not written, as types say, or a test
/// of addresses before the next step.
bool WayFinder::take(LoadInst &Load, unsigned Depth) {
  if (Found.Hoisted.contains(&Load))
    return true;
  const bool MayBeErrno = !Types.keeps(Calls, Load);
  const bool MayBeWritten = !Types.keeps(Writes, Load);
  if (Depth == Deepest || !Load.isSimple() ||
      Load.getPointerAddressSpace() != 0 || Load.getType()->isVectorTy() ||
      (MayBeWritten && !knowsWrites()) ||
      (MayBeErrno && !mayAskForErrno(*Load.getModule())) ||
      !isFixed(*Load.getPointerOperand(), Depth + 1) ||
      !reach(*Load.getParent(), Depth + 1))
    return false;
  Found.Hoisted.insert(&Load);
  Found.Steps.push_back({nullptr, 0, &Load, MayBeErrno, MayBeWritten});
  return true;
}

/// Whether \p V is from before the nest or computed from such values.
bool WayFinder::isFixed(Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Root.contains(I) || Found.Hoisted.contains(I))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return take(*Load, Depth + 1);
  if (Depth == Deepest || I->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(I) ||
      !llvm::all_of(I->operands(),
                    [&](const Use &Op) { return isFixed(*Op, Depth + 1); }))
    return false;
  Found.Hoisted.insert(I);
  return true;
}

/// Whether it can be computed if the middle iteration comes to \p BB: all
/// branches on the way that may lead elsewhere become steps.
bool WayFinder::reach(const BasicBlock &BB, unsigned Depth) {
  const BasicBlock *At = &BB;
  SmallVector<std::pair<BranchInst *, unsigned>, 8> Way;
  while (At != Root.getHeader()) {
    BasicBlock *From = A.DT.getNode(At)->getIDom()->getBlock();
    // A loop beside the way ends.
    const Loop *Beside = nullptr;
    for (const Loop *L = A.LI.getLoopFor(From); !L->contains(At);
         L = L->getParentLoop())
      Beside = L;
    if (Beside) {
      At = Beside->getHeader();
      continue;
    }
    Instruction *End = From->getTerminator();
    for (unsigned To = 0; To != End->getNumSuccessors(); ++To)
      if (End->getNumSuccessors() > 1 &&
          A.DT.dominates(BasicBlockEdge(From, End->getSuccessor(To)), At)) {
        auto *Branch = dyn_cast<BranchInst>(End);
        if (!Branch)
          return false;
        Way.push_back({Branch, To});
      }
    At = From;
  }
  return llvm::all_of(llvm::reverse(Way), [&](const auto &Each) {
    return require(*Each.first, Each.second, Depth);
  });
}

/// Outside of the innermost loop, only what leads to it is on the way.
bool WayFinder::require(BranchInst &Branch, unsigned Onward, unsigned Depth) {
  const auto Known =
      llvm::find_if(Found.Steps, [&](const LoadsOnTheWay::Step &S) {
        return S.Branch == &Branch;
      });
  if (Known != Found.Steps.end())
    return Known->Onward == Onward;
  const BasicBlock &BB = *Branch.getParent();
  if (Depth == Deepest ||
      (!Innermost.contains(&BB) &&
       !A.DT.dominates(BasicBlockEdge(&BB, Branch.getSuccessor(Onward)),
                       Innermost.getHeader())) ||
      !isKnown(*Branch.getCondition(), BB, Depth + 1))
    return false;
  Found.Steps.push_back({&Branch, Onward, nullptr});
  return true;
}

/// Whether \p V can be computed as it is in \p At in the middle iteration.
bool WayFinder::isKnown(Value &V, const BasicBlock &At, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Root.contains(I))
    return true;
  if (Depth == Deepest)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return take(*Load, Depth + 1);
  if (A.SE.isSCEVable(I->getType())) {
    const Loop *Scope = A.LI.getLoopFor(&At);
    const SCEV *S = A.SE.getSCEVAtScope(I, Scope);
    if (!isa<SCEVUnknown>(S)) {
      Found.Numbers[{I, Scope}] = S;
      return isKnown(S, At, Depth + 1);
    }
  }
  return !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) &&
         llvm::all_of(I->operands(), [&](const Use &Op) {
           return isKnown(*Op, At, Depth + 1);
         });
}

bool WayFinder::isKnown(const SCEV *S, const BasicBlock &At, unsigned Depth) {
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    if (isa<SCEVCouldNotCompute>(Part))
      return true;
    if (const auto *Unknown = dyn_cast<SCEVUnknown>(Part))
      return !isKnown(*Unknown->getValue(), At, Depth + 1);
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return Rec && (!Rec->isAffine() || (Root.contains(Rec->getLoop()) &&
                                        !(Rec->getLoop()->contains(&At) &&
                                          counts(*Rec->getLoop(), Depth + 1))));
  });
}

/// Whether it can be computed how often \p L goes on.
bool WayFinder::counts(const Loop &L, unsigned Depth) {
  const SCEV *Repeats = A.SE.getBackedgeTakenCount(&L);
  if (Depth == Deepest || A.SE.getTypeSizeInBits(Repeats->getType()) > 64 ||
      (&L != &Root && !isKnown(Repeats, *L.getLoopPreheader(), Depth + 1)))
    return false;
  Found.Repeats[&L] = Repeats;
  return true;
}

std::optional<LoadsOnTheWay> findLoadsOnTheWay(const Loop &Root,
                                               const Loop &Innermost,
                                               const NestAnalyses &A) {
  return WayFinder(Root, Innermost, A).run();
}

namespace {

/// Walks the steps.
class WayEmitter {
public:
  WayEmitter(IRBuilderBase &B, const LoadsOnTheWay &Loads,
             const NestAnalyses &A)
      : B(B), Loads(Loads), A(A), Numbers(B, Loads.Written, A.SE),
        Blocks(B, A) {}

  Value *run() {
    requireShortWrites();
    for (const LoadsOnTheWay::Step &S : Loads.Steps)
      if (S.Load)
        load(S);
      else
        require(S);
    return Blocks.finish(B.getTrue());
  }

private:
  void load(const LoadsOnTheWay::Step &S) {
    LoadInst &Load = *S.Load;
    Value *Ptr = valueIn(*Load.getPointerOperand(), *Load.getParent());
    Blocks.require(Numbers.takeDivisors());
    if (S.MayBeErrno || S.MayBeWritten)
      requireOther(*Ptr, S);
    LoadInst *Now = B.CreateAlignedLoad(Load.getType(), Ptr, Load.getAlign());
    Now->setMetadata(LLVMContext::MD_tbaa,
                     Load.getMetadata(LLVMContext::MD_tbaa));
    Known[&Load] = Numbers.frozen(Now);
  }

  /// What the nest writes is where Written says.
  void requireShortWrites() {
    const NestChecks &Of = Loads.Written;
    Value *All = B.getTrue();
    auto Add = [&](Value *Is) {
      All = Numbers.both(Numbers.both(All, Is), Numbers.takeDivisors());
    };
    for (const auto &[L, Count] : Of.Repeats)
      Add(Numbers.canRepeat(*L, /*MustRun=*/false));
    for (const IndexBound &Bound : Of.Bounds)
      Add(Numbers.holds(Bound));
    for (const CheckedWrite &Write : Of.Writes)
      Add(Numbers.isShort(Write.Address, Write.Bytes));
    Blocks.require(All);
  }

  /// That nothing that the load of \p S reads from \p Ptr is errno, or written.
  void requireOther(Value &Ptr, const LoadsOnTheWay::Step &S) {
    const uint64_t Bytes =
        S.Load->getDataLayout().getTypeStoreSize(S.Load->getType());
    const CheckedPlace Place{addressOf(*Numbers.frozen(&Ptr), A.SE), Bytes};
    if (S.MayBeErrno) {
      if (!Errno)
        Errno = requireErrno(B, Blocks, A.SE);
      Blocks.require(Numbers.isApart(*Errno, Place));
    }
    if (!S.MayBeWritten)
      return;
    Value *All = B.getTrue();
    for (const CheckedWrite &Write : Loads.Written.Writes)
      All = Numbers.both(All, Numbers.isApart(Write, Place));
    Blocks.require(Numbers.both(All, Numbers.takeDivisors()));
  }

  void require(const LoadsOnTheWay::Step &S) {
    Value *Cond = valueIn(*S.Branch->getCondition(), *S.Branch->getParent());
    Value *Is = Numbers.frozen(Cond);
    Value *Holds = S.Onward == 0 ? Is : B.CreateNot(Is);
    Blocks.require(Numbers.both(Holds, Numbers.takeDivisors()));
  }

  Value *valueIn(Value &V, const BasicBlock &At);

  /// Recurrences are what they are in the middle iteration.
  struct InTheMiddle : ExpressionRewriter<InTheMiddle> {
    InTheMiddle(WayEmitter &Of, const BasicBlock &At)
        : ExpressionRewriter(Of.A.SE), Of(Of), At(At) {}
    const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
      if (!Of.Loads.Root->contains(Rec->getLoop()))
        return Rec;
      const SCEV *Start = visit(Rec->getStart());
      const SCEV *Step = visit(Rec->getStepRecurrence(SE));
      const SCEV *Number = SE.getTruncateOrZeroExtend(
          Of.middleOf(*Rec->getLoop()), Step->getType());
      return SE.getAddExpr(Start, SE.getMulExpr(Step, Number));
    }
    const SCEV *visitUnknown(const SCEVUnknown *U) {
      return SE.getUnknown(Of.valueIn(*U->getValue(), At));
    }
    WayEmitter &Of;
    const BasicBlock &At;
  };

  Value *expand(const SCEV *S, const BasicBlock &At) {
    return Numbers.expand(InTheMiddle(*this, At).visit(S));
  }

  /// The number of the middle iteration of \p L, which is not above its last.
  const SCEV *middleOf(const Loop &L) {
    if (const SCEV *Middle = Middles.lookup(&L))
      return Middle;
    Value *Last = expand(Loads.Repeats.lookup(&L), *L.getLoopPreheader());
    return Middles[&L] = A.SE.getUnknown(B.CreateLShr(Last, 1));
  }

  IRBuilderBase &B;
  const LoadsOnTheWay &Loads;
  const NestAnalyses &A;
  CheckNumbers Numbers;
  TestBlocks Blocks;
  DenseMap<const Value *, Value *> Known;
  std::optional<CheckedWrite> Errno; ///< Once it is asked for.
  SmallDenseMap<const Loop *, const SCEV *> Middles;
};

} // namespace

Value *WayEmitter::valueIn(Value &V, const BasicBlock &At) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Loads.Root->contains(I))
    return &V;
  if (Value *Is = Known.lookup(I))
    return Is;
  const Loop *Scope = A.LI.getLoopFor(&At);
  if (const SCEV *S = Loads.Numbers.lookup({I, Scope}))
    return expand(S, At);
  SmallVector<Value *, 4> Ops;
  for (Value *Op : I->operands())
    Ops.push_back(valueIn(*Op, At));
  Instruction *Now = I->clone();
  for (unsigned Op = 0; Op != Ops.size(); ++Op)
    Now->setOperand(Op, Ops[Op]);
  Now->dropPoisonGeneratingAnnotations();
  return B.Insert(Now);
}

Value *emitIsOnTheWay(IRBuilderBase &B, const LoadsOnTheWay &Loads,
                      const NestAnalyses &A) {
  return WayEmitter(B, Loads, A).run();
}

} // namespace gemmify
