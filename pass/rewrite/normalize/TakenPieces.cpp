//===- TakenPieces.cpp - Loops over the pieces of a slice -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rust's chunks(n) counts what is left of a slice, of which each iteration
/// takes the smaller one of n and all:
///
///     do { piece = min(n, left); ...; left -= piece; place += piece; }
///     while (left != 0)
///
/// Where no piece is smaller than n, what is left and the places move by n.
///
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

std::optional<TakenPieces> CheckFinder::findPieces(const Loop &L) const {
  CmpPredicate Pred;
  Value *Left, *Size, *Next, *Min;
  const BasicBlock *Exit = OwnExit.lookup(&L);
  auto *Br = cast<BranchInst>(Exit->getTerminator());
  if (Exit != L.getLoopLatch() ||
      !match(Br->getCondition(), m_ICmp(Pred, m_Value(Next), m_Zero())) ||
      !ICmpInst::isEquality(Pred) ||
      L.contains(Br->getSuccessor(0)) == (Pred == ICmpInst::ICMP_EQ) ||
      !match(Next, m_Sub(m_Value(Left), m_Value(Min))) ||
      !match(Min, m_c_UMin(m_Specific(Left), m_Value(Size))))
    return std::nullopt;
  auto *Phi = dyn_cast<PHINode>(Left);
  auto *Least = dyn_cast<MinMaxIntrinsic>(Min);
  if (!Phi || !Least || Phi->getParent() != L.getHeader() ||
      Phi->getIncomingValueForBlock(Exit) != Next)
    return std::nullopt;
  Value *All = Phi->getIncomingValueForBlock(L.getLoopPreheader());
  for (const Value *V : {All, Size})
    if (!Root.isLoopInvariant(V) || !isGuaranteedNotToBeUndefOrPoison(V))
      return std::nullopt;
  return TakenPieces{&L, Phi, All, Size, Least};
}

/// Requires that pieces are whole, and notes what moves by a fixed number then.
void CheckFinder::notePieces() {
  for (const Loop *L : Root.getLoopsInPreorder()) {
    const std::optional<TakenPieces> Pieces = findPieces(*L);
    if (!Pieces || neverRuns(*L->getHeader()))
      continue;
    const auto &[Of, Left, All, Size, Min] = *Pieces;
    const IndexForm Whole{A.SE.getSCEV(Size), {}},
        Rest{A.SE.getSCEV(All), {{L, A.SE.getNegativeSCEV(Whole.Start)}}};
    Forms.noteMoving(*Left, Rest);
    Forms.requireLeast(Whole, Rest);
    Result.Minima.push_back({Min, Min->getLHS() == Size ? 0 : 1});
    Result.Pieces.push_back(*Pieces);
    for (PHINode &Phi : L->getHeader()->phis())
      if (&Phi != Left)
        noteMoving(Phi, *L);
  }
}

void CheckFinder::noteMoving(PHINode &Phi, const Loop &L) {
  if (!A.SE.isSCEVable(Phi.getType()) || !isa<SCEVUnknown>(A.SE.getSCEV(&Phi)))
    return;
  const SCEV *By = A.SE.getMinusSCEV(
      A.SE.getSCEV(Phi.getIncomingValueForBlock(L.getLoopLatch())),
      A.SE.getSCEV(&Phi));
  const BasicBlock &Header = *L.getHeader();
  const std::optional<IndexForm> Step = splitAt(By, Header),
                                 Start = splitAt(
                                     A.SE.getSCEV(Phi.getIncomingValueForBlock(
                                         L.getLoopPreheader())),
                                     Header);
  // What tables say may differ from one iteration to the next.
  if (Step && Start && Step->isFixed() && isFixed(*Step) && isFixed(*Start))
    Forms.noteMoving(Phi, Forms.add(*Start, {A.SE.getZero(By->getType()),
                                             {{&L, Step->Start}}}));
}

/// How often \p L repeats if it takes whole pieces.
const SCEV *CheckFinder::countPieces(const Loop &L) {
  const auto *Of = llvm::find_if(
      Result.Pieces, [&](const TakenPieces &Each) { return Each.L == &L; });
  if (Of == Result.Pieces.end())
    return nullptr;
  auto Wide = [&](Value *V) {
    return A.SE.getZeroExtendExpr(A.SE.getSCEV(V), wideType());
  };
  const SCEV *Size = Wide(Of->Size);
  return countSteps(A.SE.getMinusSCEV(Wide(Of->All), Size), Size);
}

/// Whether the branch asks if anything is left for a piece, the other operand
/// of a minimum behind it.
bool CheckFinder::asksForPiece(const NestCheck &To) const {
  CmpPredicate Pred;
  Value *X, *Y;
  if (!match(To.Branch->getCondition(), m_ICmp(Pred, m_Value(X), m_Value(Y))) ||
      !ICmpInst::isEquality(Pred) || !A.SE.isSCEVable(X->getType()))
    return false;
  const SCEV *Rest = A.SE.getMinusSCEV(A.SE.getSCEV(X), A.SE.getSCEV(Y));
  return llvm::any_of(*To.Branch->getParent(), [&](Instruction &I) {
    auto *Min = dyn_cast<MinMaxIntrinsic>(&I);
    return Min && Min->getIntrinsicID() == Intrinsic::umin &&
           llvm::any_of(Min->args(), [&](const Use &Op) {
             const SCEV *Of = A.SE.getSCEV(Op);
             return Of == Rest || Of == A.SE.getNegativeSCEV(Rest);
           });
  });
}

} // namespace gemmify
