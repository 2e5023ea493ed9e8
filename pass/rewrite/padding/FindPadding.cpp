//===- FindPadding.cpp - Conditions that skip padding ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovingBounds.h"
#include "PaddedNest.h"
#include "PaddingBounds.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

class PaddingFinder {
public:
  PaddingFinder(Loop &Root, Loop &Innermost, const NestAnalyses &A)
      : Root(Root), Innermost(Innermost), A(A), SE(A.SE), Reader(Root, A.SE) {
    Found.Root = &Root;
    for (Loop *L = &Innermost; L != &Root; L = L->getParentLoop())
      Chain.insert(Chain.begin(), L);
    Chain.insert(Chain.begin(), &Root);
  }

  std::optional<PaddedNest> run();

private:
  /// A loop whose bounds move with others.
  struct MovingLoop {
    Loop *L;
    MovingBounds Bounds;
    BranchInst *Guard = nullptr; ///< Asks whether it is entered.
    unsigned Onward = 0;         ///< Its successor if it is.
  };

  bool isStraight();
  bool readBounds(Loop &L);
  BasicBlock *placeOfSum();
  bool readBranches(const BasicBlock &Sum);
  bool readBranch(BranchInst &Branch, unsigned Onward);
  bool isGuardOfBounds(BranchInst &Branch, unsigned Onward);
  bool leaveOutEmpty();
  bool movesResult(const Loop &L) const;
  SideFactor factor(const PaddingBound &B, const Loop *L);
  bool addSide(const PaddingBound &B);
  PaddedPair *pair(Loop *Outer, Loop *Sum);
  bool canRestrict(const PaddedPair &P);
  void findExtensions();

  Loop &Root, &Innermost;
  const NestAnalyses &A;
  ScalarEvolution &SE;
  BoundReader Reader;
  SmallVector<Loop *, 6> Chain;
  SmallVector<Instruction *, 4> Stores;
  SmallVector<MovingLoop, 2> Moving;
  SmallVector<std::pair<BasicBlockEdge, unsigned>, 4> Edges; ///< And bounds.
  PaddedNest Found;
};

/// Only writes have effects, and what the nest computes stays in it.
bool PaddingFinder::isStraight() {
  for (Loop *L : Chain)
    if (!L->isLoopSimplifyForm() || L->getExitingBlock() != L->getLoopLatch() ||
        !isa<BranchInst>(L->getLoopLatch()->getTerminator()))
      return false;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && !Load->isSimple())
        return false;
      if (!hasEffects(I))
        continue;
      const auto *Store = dyn_cast<StoreInst>(&I);
      const auto *Block = dyn_cast<MemIntrinsic>(&I);
      if (!(Store && Store->isSimple()) && !(Block && !Block->isVolatile()))
        return false;
      Stores.push_back(&I);
    }
  return !Stores.empty() && !isUsedBehind(Root, /*SumsAreFine=*/false, SE);
}

/// Takes bounds that are a maximum and a minimum apart.
bool PaddingFinder::readBounds(Loop &L) {
  const SCEV *Repeats = SE.getBackedgeTakenCount(&L);
  if (!isa<SCEVCouldNotCompute>(Repeats) && SE.isLoopInvariant(Repeats, &Root))
    return true;
  std::optional<MovingBounds> Of = splitBounds(L, Root, SE);
  if (!Of)
    return false;
  Moving.push_back({&L, *Of});
  PaddedPair &P = Found.Pairs.emplace_back();
  P.Sum = &L;
  P.Base = Of->Base;
  P.Counter = Of->Counter;
  P.Left = Of->Left;
  P.Sums = SE.getMinusSCEV(SE.getSMaxExpr(Of->Limit, Of->Base), Of->Base);
  Reader.forms().countFrom(
      L, Of->Start, SE.getTruncateOrNoop(Of->Base, Of->Counter->getType()));
  const LoopForm Number{Of->Base, {{&L, SE.getOne(Of->Base->getType())}}};
  if (Of->SeesLast) {
    Type *Ty = Of->Limit->getType();
    Reader.require(
        {ICmpInst::ICMP_SGT, Of->Limit,
         SE.getConstant(APInt::getSignedMinValue(SE.getTypeSizeInBits(Ty)))});
  }
  for (const SCEV *Least : Of->AtLeast)
    if (!Reader.bound(Number, Least))
      return false;
  for (const SCEV *End : Of->Below)
    if (!Reader.bound(End, Number, /*Gap=*/!Of->IncludesLast))
      return false;
  return true;
}

/// Where the innermost loop adds.
BasicBlock *PaddingFinder::placeOfSum() {
  for (Instruction *Store : Stores)
    if (Innermost.contains(Store))
      return Store->getParent();
  for (PHINode &Sum : Innermost.getHeader()->phis()) {
    if (counts(Sum, Innermost, SE))
      continue;
    SmallPtrSet<Value *, 8> Seen{&Sum};
    SmallVector<Value *, 4> Work{
        Sum.getIncomingValueForBlock(Innermost.getLoopLatch())};
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !Innermost.contains(I) || !Seen.insert(I).second)
        continue;
      if (!isa<PHINode>(I))
        return I->getParent();
      llvm::append_range(Work, cast<PHINode>(I)->incoming_values());
    }
  }
  return nullptr;
}

/// All branches between the root and \p Sum that lead there one way only.
bool PaddingFinder::readBranches(const BasicBlock &Sum) {
  for (auto *Node = A.DT.getNode(&Sum)->getIDom();
       Node && Root.contains(Node->getBlock()); Node = Node->getIDom()) {
    BasicBlock *BB = Node->getBlock();
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (Br && Br->isUnconditional())
      continue;
    const Loop *Around = A.LI.getLoopFor(BB);
    for (unsigned Onward = 0; Onward != BB->getTerminator()->getNumSuccessors();
         ++Onward) {
      BasicBlock *To = BB->getTerminator()->getSuccessor(Onward);
      if (!Around->contains(To) ||
          !A.DT.dominates(BasicBlockEdge(BB, To), &Sum))
        continue;
      if (!Br)
        return false;
      if (!Root.isLoopInvariant(Br->getCondition()) && !readBranch(*Br, Onward))
        return false;
    }
  }
  return true;
}

/// The guard of a loop with moving bounds, which are not empty.
bool PaddingFinder::isGuardOfBounds(BranchInst &Branch, unsigned Onward) {
  auto *Cmp = dyn_cast<ICmpInst>(Branch.getCondition());
  const BasicBlockEdge Edge(Branch.getParent(), Branch.getSuccessor(Onward));
  bool IsOne = false;
  for (MovingLoop &M : Moving)
    if (Cmp && asksIfEntered(*Cmp, Onward == 0, M.Bounds, SE) &&
        A.DT.dominates(Edge, M.L->getHeader())) {
      M.Guard = &Branch;
      M.Onward = Onward;
      IsOne = true;
    }
  return IsOne;
}

/// LLVM moves the guard of a loop out of other loops, and then does something
/// else, or reads less, where that loop is empty: it must never be. False where
/// a loop is not guarded.
bool PaddingFinder::leaveOutEmpty() {
  for (const MovingLoop &M : Moving) {
    if (!M.Guard)
      return false;
    const BasicBlockEdge Empty(M.Guard->getParent(),
                               M.Guard->getSuccessor(1 - M.Onward));
    llvm::erase_if(Stores, [&](Instruction *Store) {
      return A.DT.dominates(Empty, Store->getParent());
    });
    for (PaddedPair &P : Found.Pairs)
      P.IsNeverEmpty |= P.Sum == M.L;
  }
  return true;
}

bool PaddingFinder::readBranch(BranchInst &Branch, unsigned Onward) {
  Found.Branches.push_back({&Branch, Onward});
  if (isGuardOfBounds(Branch, Onward))
    return true;
  const unsigned First = Reader.bounds().size();
  if (!Reader.read(Branch.getCondition(), Onward == 0))
    return false;
  const BasicBlockEdge Edge(Branch.getParent(), Branch.getSuccessor(Onward));
  for (unsigned At = First; At != Reader.bounds().size(); ++At)
    Edges.push_back({Edge, At});
  return true;
}

bool PaddingFinder::movesResult(const Loop &L) const {
  return llvm::any_of(Stores, [&](Instruction *Store) {
    Value *Pointer = getPointerOperand(Store);
    const SCEV *At = Pointer ? SE.getSCEV(Pointer) : nullptr;
    return At && SCEVExprContains(At, [&](const SCEV *S) {
             const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
             return Rec && Rec->getLoop() == &L;
           });
  });
}

/// Whether \p S is meant to be negative: a known number, or a negated one, as
/// where LLVM counts `pad - y * stride`.
static bool seemsNegative(const SCEV *S, ScalarEvolution &SE) {
  const auto *Ext = dyn_cast<SCEVSignExtendExpr>(S);
  const auto *Mul = dyn_cast<SCEVMulExpr>(Ext ? Ext->getOperand() : S);
  return SE.isKnownNegative(S) ||
         (Mul && SE.isKnownNegative(Mul->getOperand(0)));
}

SideFactor PaddingFinder::factor(const PaddingBound &B, const Loop *L) {
  SideFactor F;
  const SCEV *Less = B.Less.coefficient(L);
  F.Coef = B.Greater.coefficient(L);
  if (bool(F.Coef) == bool(Less))
    return {};
  F.Negated = Less != nullptr;
  if (Less)
    F.Coef = Less;
  F.Sign = seemsNegative(F.Coef, SE) == F.Negated ? 1 : -1;
  return F;
}

PaddedPair *PaddingFinder::pair(Loop *Outer, Loop *Sum) {
  for (PaddedPair &P : Found.Pairs)
    if (P.Sum == Sum || P.Outer == Outer) {
      if (!P.Outer)
        P.Outer = Outer;
      return P.Sum == Sum && P.Outer == Outer ? &P : nullptr;
    }
  PaddedPair &P = Found.Pairs.emplace_back();
  P.Outer = Outer;
  P.Sum = Sum;
  return &P;
}

bool PaddingFinder::addSide(const PaddingBound &B) {
  SmallSetVector<const Loop *, 2> Loops;
  for (const LoopForm *Form : {&B.Greater, &B.Less})
    for (const auto &Term : Form->Terms)
      Loops.insert(Term.first);
  if (Loops.size() != 2)
    return false;
  auto *Outer = const_cast<Loop *>(Loops[0]),
       *Sum = const_cast<Loop *>(Loops[1]);
  if (!movesResult(*Outer))
    std::swap(Outer, Sum);
  PaddedPair *P =
      movesResult(*Outer) && !movesResult(*Sum) ? pair(Outer, Sum) : nullptr;
  if (!P)
    return false;
  P->Sides.push_back(
      {B.Greater.Const, B.Less.Const, B.Gap, factor(B, Outer), factor(B, Sum)});
  return P->Sides.back().OfOuter.Sign && P->Sides.back().OfSum.Sign;
}

/// All that happens belongs to one iteration of the outer loop, and nothing but
/// sums goes on from one of the inner loop to the next.
bool PaddingFinder::canRestrict(const PaddedPair &P) {
  if (!P.Outer || !llvm::is_contained(Chain, P.Outer) ||
      !llvm::is_contained(Chain, P.Sum))
    return false;
  for (Instruction *Store : Stores)
    if (!P.Outer->contains(Store))
      return false;
  if (P.IsNeverEmpty && !llvm::all_of(P.Sides, [](const PaddingSide &S) {
        return S.OfSum.Coef->isOne();
      }))
    return false;
  for (PHINode &Phi : P.Outer->getHeader()->phis())
    if (!counts(Phi, *P.Outer, SE))
      return false;
  if (P.Base)
    for (PHINode &Phi : P.Sum->getHeader()->phis())
      if (&Phi != P.Counter && &Phi != P.Left && counts(Phi, *P.Sum, SE))
        return false;
  return !isUsedBehind(*P.Outer, /*SumsAreFine=*/false, SE) &&
         !isUsedBehind(*P.Sum, /*SumsAreFine=*/true, SE) &&
         carriesEachOnce(*P.Sum);
}

void PaddingFinder::findExtensions() {
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      const APInt *Mask;
      const SCEV *Number = nullptr;
      if (auto *Ext = dyn_cast<ZExtInst>(&I); Ext && SE.isSCEVable(I.getType()))
        Number = SE.getSCEV(Ext->getOperand(0));
      else if (match(&I, m_And(m_Value(), m_LowBitMask(Mask))))
        Number = SE.getTruncateExpr(
            SE.getSCEV(I.getOperand(0)),
            IntegerType::get(I.getContext(), Mask->countr_one()));
      if (Number && Reader.isNotNegative(Number))
        Found.NotNegative.push_back(&I);
    }
}

std::optional<PaddedNest> PaddingFinder::run() {
  if (!isStraight() ||
      !llvm::all_of(Chain, [&](Loop *L) { return readBounds(*L); }))
    return std::nullopt;
  BasicBlock *Sum = placeOfSum();
  if (!Sum || !readBranches(*Sum) || Reader.bounds().empty() ||
      !leaveOutEmpty())
    return std::nullopt;
  for (const PaddingBound &B : Reader.bounds())
    if (!addSide(B))
      return std::nullopt;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  for (PaddedPair &P : Found.Pairs) {
    if (!canRestrict(P))
      return std::nullopt;
    auto Count = [&](Loop &L) {
      const SCEV *Repeats = SE.getBackedgeTakenCount(&L);
      return !isa<SCEVCouldNotCompute>(Repeats) &&
                     SE.isLoopInvariant(Repeats, &Root) &&
                     SE.getTypeSizeInBits(Repeats->getType()) <= 64
                 ? SE.getTripCountFromExitCount(Repeats, I64, &L)
                 : nullptr;
    };
    P.Outers = Count(*P.Outer);
    if (!P.Base)
      P.Sums = Count(*P.Sum);
    if (!P.Outers || !P.Sums)
      return std::nullopt;
  }
  for (const auto &[Edge, At] : Edges)
    for (const LoopForm *Form :
         {&Reader.bounds()[At].Greater, &Reader.bounds()[At].Less})
      for (const auto &Term : Form->Terms) {
        const PaddedPair *P = Found.pairOf(Term.first);
        if (!onlyCountsWithout(Edge, *P->Sum, A))
          return std::nullopt;
      }
  findExtensions();
  llvm::append_range(Found.Ranges, Reader.forms().ranges());
  llvm::append_range(Found.Conditions, Reader.conditions());
  llvm::append_range(Found.Always, Reader.always());
  for (const LoopForm &Form : Found.Ranges)
    for (const auto &Term : Form.Terms)
      if (!Found.pairOf(Term.first))
        return std::nullopt;
  return std::move(Found);
}

} // namespace

std::optional<PaddedNest> findPadding(Loop &Root, Loop &Innermost,
                                      const NestAnalyses &A) {
  return PaddingFinder(Root, Innermost, A).run();
}

} // namespace gemmify
