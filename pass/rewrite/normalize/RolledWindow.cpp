//===- RolledWindow.cpp - A window with its loops again -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RolledWindow.h"
#include "WindowSteps.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/unroll/Reroll.h"
#include "pass/rewrite/staircase/HostLoops.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Makes loops of the steps of a window, in the copy of its nest.
class WindowRoller {
public:
  WindowRoller(const WindowSteps &Window, TrialNest &Trial,
               const NestAnalyses &A)
      : Window(Window), Trial(Trial), A(A) {}

  /// The innermost loop.
  Loop &run() {
    auto *Last = cast<Instruction>(Trial[&Window.last()]);
    placeElements(*Last);
    addLoops(*Last);
    PHINode *Sum = addSums();
    B.SetInsertPoint(Loops.back().Body);
    for (auto &[Load, Place] : Places)
      In[Load] = loadIn(Window.Elements.find(Load)->second, Place);
    In[Window.Steps.back().Sum] = Sum;
    Value *Next = valueIn(&Window.last());
    finishSums(*Next);
    Last->replaceAllUsesWith(Next);
    RecursivelyDeleteTriviallyDeadInstructions(Last);
    A.DT.recalculate(*Loops.front().Before->getParent());
    Trial.forgetCopy();
    return *Loops.back().L;
  }

private:
  /// Where an element begins, and its strides.
  struct Place {
    Value *Base = nullptr;
    SmallVector<Value *, 3> Strides;
  };

  Value *inCopy(Value *V) const {
    Value *Copied = Trial[V];
    return Copied ? Copied : V;
  }
  void placeElements(Instruction &Before);
  void addLoops(Instruction &At);
  PHINode *addSums();
  void finishSums(Value &Next);
  Value *loadIn(const WindowElement &E, const Place &At);
  bool moves(const Value *V) const;
  Value *valueIn(Value *V);

  const WindowSteps &Window;
  TrialNest &Trial;
  const NestAnalyses &A;
  IRBuilder<> B{A.SE.getContext()};
  SmallMapVector<Value *, Place, 4> Places;
  SmallVector<HostLoop, 3> Loops; ///< Outermost first.
  SmallVector<PHINode *, 3> Sums;
  DenseMap<const Value *, Value *> In; ///< What values are in the loops.
};

} // namespace

/// What all steps load is loaded where it was.
void WindowRoller::placeElements(Instruction &Before) {
  SCEVExpander Expander = createExpander(A.SE);
  for (const auto &[Load, E] : Window.Elements) {
    if (llvm::all_of(E.Strides, [](const SCEV *S) { return S->isZero(); }))
      continue;
    Place &At = Places[Load];
    B.SetInsertPoint(&Before);
    At.Base =
        B.CreatePtrAdd(inCopy(E.Loads[E.Base]->getPointerOperand()),
                       Expander.expandCodeFor(E.ToFirst, E.ToFirst->getType(),
                                              Before.getIterator()));
    for (const SCEV *By : E.Strides)
      At.Strides.push_back(
          Expander.expandCodeFor(By, By->getType(), Before.getIterator()));
  }
}

void WindowRoller::addLoops(Instruction &At) {
  HostLoops Host(A.LI, At.getDebugLoc());
  Instruction *Place = &At;
  for (unsigned Size : llvm::reverse(Window.Sizes)) {
    Type *I64 = Type::getInt64Ty(At.getContext());
    Loops.push_back(Host.addLoop(*Place, ConstantInt::get(I64, 0),
                                 ConstantInt::get(I64, Size - 1),
                                 /*Down=*/false, /*Guarded=*/false));
    Place = Loops.back().Body;
  }
}

/// The sum in each loop; the innermost one is returned.
PHINode *WindowRoller::addSums() {
  Value *From = inCopy(Window.start());
  for (const HostLoop &L : Loops) {
    B.SetInsertPoint(L.L->getHeader(), L.L->getHeader()->begin());
    PHINode *Sum = B.CreatePHI(From->getType(), 2, "sum");
    Sum->addIncoming(From, L.Before);
    Sums.push_back(Sum);
    From = Sum;
  }
  return Sums.back();
}

void WindowRoller::finishSums(Value &Next) {
  for (auto [L, Sum] : llvm::zip(Loops, Sums))
    Sum->addIncoming(&Next, L.L->getLoopLatch());
}

/// Knows of the load only what is known of those of all steps.
Value *WindowRoller::loadIn(const WindowElement &E, const Place &At) {
  Value *Ptr = At.Base;
  for (auto [L, By] : llvm::zip(llvm::reverse(Loops), At.Strides)) {
    Value *Number = B.CreateZExtOrTrunc(L.Counter, By->getType());
    Ptr = B.CreatePtrAdd(Ptr, B.CreateMul(Number, By));
  }
  const LoadInst &Of = *E.Loads[E.Base];
  Align Known = Of.getAlign();
  bool Same = true;
  for (const LoadInst *Each : E.Loads) {
    Known = std::min(Known, Each->getAlign());
    Same &= Each->getAAMetadata() == Of.getAAMetadata();
  }
  LoadInst *Load = B.CreateAlignedLoad(Of.getType(), Ptr, Known);
  Load->setDebugLoc(Of.getDebugLoc());
  if (Same)
    Load->setAAMetadata(Of.getAAMetadata());
  return Load;
}

/// Whether \p V, of the last step, is another value in others.
bool WindowRoller::moves(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || In.contains(I))
    return I;
  return !isa<PHINode>(I) && !isa<LoadInst>(I) && Trial.root().contains(I) &&
         llvm::any_of(I->operands(), [&](const Use &Op) { return moves(Op); });
}

Value *WindowRoller::valueIn(Value *V) {
  if (Value *Known = In.lookup(V))
    return Known;
  if (!moves(V))
    return inCopy(V);
  auto *I = cast<Instruction>(V);
  SmallVector<Value *, 3> Ops;
  for (Value *Op : I->operands())
    Ops.push_back(valueIn(Op));
  Instruction *New = I->clone();
  for (unsigned Op = 0; Op != Ops.size(); ++Op)
    New->setOperand(Op, Ops[Op]);
  return In[V] = B.Insert(New);
}

/// Whether no store of \p Root changes what \p Window has loaded before. Stores
/// of other iterations count, so what is near in one says nothing: objects have
/// to be others, or types.
static bool staysAsLoaded(const WindowSteps &Window, const Loop &Root,
                          AAResults &AA) {
  auto AllOf = [](const Instruction &I) {
    AAMDNodes Known;
    Known.TBAA = I.getMetadata(LLVMContext::MD_tbaa);
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&I),
                                            Known);
  };
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB) {
      if (!I.mayWriteToMemory() || isHint(I) || Window.Earlier.empty())
        continue;
      if (!isa<StoreInst>(I) ||
          !llvm::all_of(Window.Earlier, [&](const LoadInst *Load) {
            return AA.isNoAlias(AllOf(I), AllOf(*Load));
          }))
        return false;
    }
  return true;
}

/// Whether the product is worth to be taken out of its loops, which are faster
/// than those of the copy.
static Value *emitIsLarge(IRBuilderBase &B, ArrayRef<const SCEV *> Trips,
                          ScalarEvolution &SE) {
  SCEVExpander Expander = createExpander(SE);
  Value *Work = B.getInt64(1);
  for (const SCEV *Trip : Trips) {
    if (!Expander.isSafeToExpandAt(Trip, &*B.GetInsertPoint()))
      return B.getTrue();
    Value *Count =
        Expander.expandCodeFor(Trip, Trip->getType(), B.GetInsertPoint());
    Work = B.CreateMul(Work, B.CreateFreeze(Count));
  }
  return B.CreateICmpUGE(Work, B.getInt64(SharedTuning::MinPadded));
}

static std::unique_ptr<TrialNest> readIn(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A) {
  std::optional<WindowSteps> Found = TrialNest::canCopy(Root)
                                         ? findWindow(Innermost, Root, A.SE)
                                         : std::nullopt;
  if (!Found)
    return nullptr;
  auto Window = std::make_shared<const WindowSteps>(std::move(*Found));
  auto Trips = std::make_shared<PerDim<const SCEV *>>();
  auto Trial = std::make_unique<TrialNest>(Root, ".rolled", A);
  Trial->readAt(
      WindowRoller(*Window, *Trial, A).run(),
      [Trips, &A](IRBuilderBase &B) { return emitIsLarge(B, *Trips, A.SE); });
  Trial->admitIf([Window, &Root](const GemmNest &, AAResults &AA) {
    return staysAsLoaded(*Window, Root, AA);
  });
  const GemmNest *Whole = Trial->recognizeWhole();
  if (!Whole)
    return nullptr;
  *Trips = Whole->trips();
  return Trial;
}

std::unique_ptr<TrialNest> readRolled(Loop &Innermost, const NestAnalyses &A) {
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readIn(Root, Innermost, A); });
}

} // namespace gemmify
