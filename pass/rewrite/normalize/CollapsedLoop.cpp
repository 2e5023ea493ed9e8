//===- CollapsedLoop.cpp - One loop that counts several indices -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapsedLoop.h"
#include "DigitLoops.h"
#include "intrinsic/Llvm.h"
#include "pass/recognize/arith/SumChain.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

namespace gemmify {

namespace {

/// A nest with collapsed loops.
struct CollapsedNest {
  Loop *Root = nullptr;
  SmallVector<CounterDigits, 1> Collapsed; ///< Innermost first.
};

} // namespace

/// \p Innermost and the loops around it, inside out, that contain no others
/// with sums: LLVM may have made a loop for the case that there is nothing to
/// add.
static SmallVector<Loop *, 4> chainAround(Loop &Innermost,
                                          ScalarEvolution &SE) {
  SmallVector<Loop *, 4> Chain;
  auto Sums = [&](Loop *L) {
    return !Chain.empty() && L != Chain.back() && hasSums(*L, SE);
  };
  for (Loop *L = &Innermost; L && llvm::none_of(L->getSubLoops(), Sums);
       L = L->getParentLoop())
    Chain.push_back(L);
  return Chain;
}

/// The nest around \p Innermost that has a loop for each index of a product
/// once its collapsed loops are split; or else, \p IfLarger, one with more
/// loops around that.
static CollapsedNest findCollapsed(Loop &Innermost, bool IfLarger,
                                   ScalarEvolution &SE) {
  const SmallVector<Loop *, 4> Chain = chainAround(Innermost, SE);
  CollapsedNest Nest;
  const Loop *Smallest = nullptr;
  unsigned Depth = 0, Wanted = NumDims;
  for (Loop *L : Chain) {
    ++Depth;
    if (std::optional<CounterDigits> Digits = findDigits(*L, *L, SE)) {
      const unsigned More = Digits->Weights.size() - 1;
      Depth += More;
      // They may all count k.
      Wanted += L == &Innermost ? More : 0;
      Nest.Collapsed.push_back(std::move(*Digits));
    }
    if (Nest.Collapsed.empty() || !TrialNest::canCopy(*L))
      continue;
    const bool IsSplit = Nest.Collapsed.back().L == L;
    if (!IsSplit && !llvm::all_of(Nest.Collapsed, [&](CounterDigits &Each) {
          return findDigits(*Each.L, *L, SE).has_value();
        }))
      break;
    Nest.Root = L;
    // Only the outermost loop may be split where rows begin and end anywhere.
    if (Depth < Wanted || !IsSplit)
      continue;
    if (!IfLarger)
      break;
    if (!Smallest)
      Smallest = L;
  }
  const bool IsWanted = !IfLarger || (Smallest && Nest.Root != Smallest);
  return IsWanted ? Nest : CollapsedNest();
}

/// Splits what \p Digits counts in the copy, and emits what has to hold.
static Value *split(const CounterDigits &Digits, DigitRows Rows,
                    const TrialNest &Trial, IRBuilderBase &B,
                    SCEVExpander &Expander, const NestAnalyses &A) {
  const DigitRange Range = emitDigitRange(
      Digits, Trial.root(), Digits.L == &Trial.root() ? Rows : DigitRows::Whole,
      B, Expander, A);
  SmallVector<CarriedPhi, 2> Phis = classifyPhis(
      *Digits.L, Trial.root(), *B.GetInsertPoint(), Expander, A.SE);
  for (CarriedPhi &Each : Phis)
    Each.Phi = cast<PHINode>(Trial[Each.Phi]);
  SmallVector<std::pair<Instruction *, Digit>, 4> Parts;
  for (auto [I, D] : Digits.Parts)
    Parts.push_back({cast<Instruction>(Trial[I]), D});
  splitDigits(Trial.copyOf(*Digits.L), Phis, Parts, Range, A);
  return Range.Holds;
}

/// Moves what the condition is made of before the branch.
static TrialNest::EmitCondition emitEarlier(BasicBlock &Start, Value *Holds) {
  SmallVector<WeakVH, 16> Code;
  for (Instruction &I : Start)
    if (!I.isTerminator())
      Code.push_back(&I);
  return [Code, Holds = WeakTrackingVH(Holds)](IRBuilderBase &B) -> Value * {
    for (Value *I : Code)
      if (I)
        cast<Instruction>(I)->moveBefore(*B.GetInsertBlock(),
                                         B.GetInsertPoint());
    return Holds;
  };
}

static std::unique_ptr<TrialNest> read(Loop &Innermost, DigitRows Rows,
                                       const NestAnalyses &A,
                                       bool IfLarger = false) {
  const auto [Root, Collapsed] = findCollapsed(Innermost, IfLarger, A.SE);
  if (!Root)
    return nullptr;
  std::shared_ptr<SCEVExpander> Expander(
      new SCEVExpander(createExpander(A.SE)));
  SmallVector<CounterDigits, 1> All;
  for (const CounterDigits &Each : Collapsed) {
    std::optional<CounterDigits> Digits;
    if (Root->contains(Each.L))
      Digits = findDigits(*Each.L, *Root, A.SE);
    if (!Digits)
      continue;
    // Loops inside have to be split into whole rows.
    if (Digits->L != Root && A.SE.isKnownNonZero(Digits->Starts.front().First))
      return nullptr;
    if (!canSplitDigits(*Digits->L, *Root, *Expander, A.SE) ||
        !canEmitDigitRange(*Digits, *Root->getLoopPreheader()->getTerminator(),
                           *Expander, A.SE))
      return nullptr;
    All.push_back(std::move(*Digits));
  }
  if (All.empty() || (Rows == DigitRows::Clipped &&
                      (All.back().L != Root || All.back().Weights.size() < 3)))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Root, ".digits", A);
  BasicBlock &Start = *Trial->copy().getLoopPreheader();
  IRBuilder<> B(Start.getTerminator());
  B.SetCurrentDebugLocation(Root->getStartLoc());
  Value *Holds = B.getTrue();
  for (const CounterDigits &Digits : All) {
    B.SetInsertPoint(Start.getTerminator());
    Value *Each = split(Digits, Rows, *Trial, B, *Expander, A);
    B.SetInsertPoint(Start.getTerminator());
    Holds = B.CreateAnd(Holds, Each);
  }
  A.SE.forgetTopmostLoop(Root);
  A.SE.forgetBlockAndLoopDispositions();
  Trial->onRemoval([Expander] { SCEVExpanderCleaner(*Expander).cleanup(); });
  Loop &Inner = Trial->copyOf(Innermost);
  Trial->readAt(Inner, emitEarlier(Start, Holds));
  return Trial;
}

std::unique_ptr<TrialNest> readClipped(Loop &Innermost, const NestAnalyses &A) {
  return read(Innermost, DigitRows::Clipped, A);
}

std::unique_ptr<TrialNest> readCollapsed(Loop &Innermost,
                                         const NestAnalyses &A) {
  return read(Innermost, DigitRows::Largest, A);
}

std::unique_ptr<TrialNest> readCollapsedInside(Loop &Innermost,
                                               const NestAnalyses &A) {
  return read(Innermost, DigitRows::Largest, A, /*IfLarger=*/true);
}

bool splitsDigits(Reading Read) {
  return llvm::is_contained(
      ArrayRef<Reading>({readClipped, readCollapsed, readCollapsedInside}),
      Read);
}

} // namespace gemmify
