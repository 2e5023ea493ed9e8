//===- PartialSums.cpp - Sums that are added up after a loop --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialSums.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

bool isFreeAddition(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return true;
  case Instruction::FAdd:
  case Instruction::FSub:
    return I.hasAllowReassoc() && I.hasNoSignedZeros();
  default:
    return false;
  }
}

static bool isSubtraction(const Instruction &I) {
  return I.getOpcode() == Instruction::Sub ||
         I.getOpcode() == Instruction::FSub;
}

/// What additions add up.
struct PartialSums::Tree {
  unsigned Plus = 0, Minus = 0; ///< Parts that are added and subtracted.
  unsigned Others = 0;          ///< Other values.
};

/// Whether \p I is outside of the loops and may run.
bool PartialSums::mayRun(const Instruction &I) const {
  const BasicBlock *BB = I.getParent();
  return llvm::none_of(Loops, [&](const Loop *L) { return L->contains(BB); }) &&
         (!Shape.Root->contains(BB) || Shape.OnPath.contains(BB) ||
          llvm::is_contained(Shape.Beside, BB));
}

const Use *PartialSums::onlyUse(const Value &V) const {
  const Use *Only = nullptr;
  for (const Use &U : V.uses()) {
    if (!mayRun(*cast<Instruction>(U.getUser())))
      continue;
    if (Only)
      return nullptr;
    Only = &U;
  }
  return Only;
}

/// The last of the additions through which alone \p P goes, or null.
Instruction *PartialSums::topOf(const SumPart &P) const {
  if (P.Main.Store)
    return nullptr;
  Instruction *Top = nullptr;
  for (Value *At = P.End; const Use *Only = onlyUse(*At);) {
    auto *Next = cast<Instruction>(Only->getUser());
    if (auto *Phi = dyn_cast<PHINode>(Next);
        Phi && Shape.valueOnPath(*Phi) == At) {
      At = Phi;
      continue;
    }
    if (!isFreeAddition(*Next))
      break;
    At = Top = Next;
  }
  return Top;
}

void PartialSums::visit(Value *V, bool Negated, Group Parts, Tree &T) const {
  V = Shape.onPath(V);
  if (llvm::any_of(Parts, [&](const SumPart *P) { return P->End == V; })) {
    ++(Negated ? T.Minus : T.Plus);
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isFreeAddition(*I) || !mayRun(*I) || !onlyUse(*I)) {
    ++T.Others;
    return;
  }
  visit(I->getOperand(0), Negated, Parts, T);
  visit(I->getOperand(1), Negated != isSubtraction(*I), Parts, T);
}

/// What is added up to \p V, which may be used more than once.
PartialSums::Tree PartialSums::treeOf(Value *V, Group Parts) const {
  Tree T;
  auto *I = dyn_cast<Instruction>(Shape.onPath(V));
  if (!I || !isFreeAddition(*I))
    return T;
  visit(I->getOperand(0), false, Parts, T);
  visit(I->getOperand(1), isSubtraction(*I), Parts, T);
  return T;
}

/// The first of the additions below \p Top that has all \p Parts.
Instruction *PartialSums::lowest(Instruction *Top, Group Parts) const {
  for (;;) {
    auto *Below = llvm::find_if(Top->operands(), [&](Value *Op) {
      Tree T = treeOf(Op, Parts);
      return T.Plus + T.Minus == Parts.size();
    });
    if (Below == Top->op_end())
      return Top;
    Top = cast<Instruction>(Shape.onPath(*Below));
  }
}

bool PartialSums::startsAtZero(const SumChain &Sum) const {
  return llvm::all_of(Sum.firsts(), [&](const Update &U) {
    auto *Phi = cast<PHINode>(U.Sum);
    for (const Loop *L : Loops)
      if (L->getHeader() == Phi->getParent())
        return match(
            Shape.onPath(Phi->getIncomingValueForBlock(L->getLoopPreheader())),
            m_CombineOr(m_Zero(), m_AnyZeroFP()));
    return false;
  });
}

/// \p Parts as one, which are added up below \p Top.
std::optional<SumPart> PartialSums::merge(Instruction *Top, Group Parts) const {
  Instruction *Join = lowest(Top, Parts);
  const Tree T = treeOf(Join, Parts);
  const bool IsWhole = !T.Minus && !T.Others;
  assert(T.Plus + T.Minus == Parts.size() && "all go through Top");
  if (T.Plus && T.Minus)
    return std::nullopt;
  SumPart All;
  for (const SumPart *P : Parts) {
    for (const SumChain *Each : {&P->Main, &P->Rest})
      if (llvm::any_of(Each->Steps,
                       [](const Update &U) { return !U.Elem.Reassoc; }))
        return std::nullopt;
    // One may start from anywhere. The second loop goes on from the first one.
    if (!P->Main.Steps.empty() && !startsAtZero(P->Main)) {
      if (All.Main.From)
        return std::nullopt;
      All.Main.From = P->Main.whole().Sum;
    }
    All.Main.add(P->Main);
    All.Rest.add(P->Rest);
    // Among other values, the last one stands for the sum of all.
    if (!IsWhole && P != Parts.back())
      All.Main.Zeros.push_back(P->End);
  }
  All.End = IsWhole ? Join : Parts.back()->End;
  All.Main.Complete = All.End;
  return All;
}

void PartialSums::joinTo(const Value *Sum,
                         SmallVectorImpl<SumPart> &Parts) const {
  SmallVector<const SumPart *, 8> Of;
  Instruction *Top = nullptr;
  for (const SumPart &P : Parts)
    if (Instruction *Its = topOf(P); Its && Its == Sum) {
      Of.push_back(&P);
      Top = Its;
    }
  std::optional<SumPart> All;
  if (Top)
    All = merge(Top, Of);
  if (!All || All->End != Sum)
    return;
  SmallVector<SumPart, 4> Result;
  for (SumPart &P : Parts)
    if (!llvm::is_contained(Of, &P))
      Result.push_back(P);
    else if (&P == Of.front())
      Result.push_back(*All);
  Parts.assign(Result.begin(), Result.end());
}

void PartialSums::join(SmallVectorImpl<SumPart> &Parts) const {
  SmallVector<std::pair<Instruction *, SmallVector<const SumPart *, 4>>, 4> By;
  for (const SumPart &P : Parts) {
    Instruction *Top = topOf(P);
    auto *Same = llvm::find_if(
        By, [&](const auto &Each) { return Top && Each.first == Top; });
    if (Same == By.end())
      Same = &By.emplace_back(Top, SmallVector<const SumPart *, 4>());
    Same->second.push_back(&P);
  }
  SmallVector<SumPart, 4> Result;
  for (const auto &[Top, Of] : By)
    if (std::optional<SumPart> All =
            Of.size() > 1 ? merge(Top, Of) : std::nullopt)
      Result.push_back(*All);
    else
      for (const SumPart *P : Of)
        Result.push_back(*P);
  Parts.assign(Result.begin(), Result.end());
}

void joinPartialSums(const Loop &L, SmallVectorImpl<SumChain> &Sums,
                     const NestShape &Shape) {
  if (Sums.size() < 2 || exitsFromHeader(L))
    return;
  SmallVector<SumPart, 4> Parts;
  for (const SumChain &Sum : Sums)
    Parts.push_back({Sum, {}, Sum.result()});
  const Loop *Only = &L;
  PartialSums(Shape, Only).join(Parts);
  Sums.clear();
  for (const SumPart &P : Parts)
    Sums.push_back(P.Main);
}

} // namespace gemmify
