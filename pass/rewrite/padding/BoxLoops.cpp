//===- BoxLoops.cpp - Loops over boxes of a padded nest -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxLoops.h"
#include "pass/rewrite/normalize/LoopAround.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

Loop &BoxLoops::copyOf(const Loop &L) const { return Trial.copyOf(L); }

Value *BoxLoops::magnitude(IRBuilderBase &B, const SideFactor &F) {
  Value *V = Numbers.expand(B, F.Coef);
  return F.Negated == (F.Sign > 0) ? B.CreateNeg(V) : V;
}

Value *BoxLoops::offset(IRBuilderBase &B, const PaddingSide &S) {
  Value *Difference =
      B.CreateSub(Numbers.wide(B, S.Greater), Numbers.wide(B, S.Less));
  return S.Gap ? B.CreateSub(Difference, ConstantInt::get(B.getInt128Ty(), 1))
               : Difference;
}

SideNumbers BoxLoops::hold(const PaddingSide &S) {
  Type *I64 = Type::getInt64Ty(Start->getContext());
  auto Factor = [&](const SideFactor &F) -> Value * {
    if (const auto *C = dyn_cast<SCEVConstant>(F.Coef))
      return ConstantInt::get(I64, C->getAPInt().abs());
    return Numbers.hold(
        I64, *Start, [this, &F](IRBuilderBase &B) { return magnitude(B, F); });
  };
  Value *U = Numbers.hold(I64, *Start, [this, &S, I64](IRBuilderBase &B) {
    return B.CreateTrunc(offset(B, S), I64);
  });
  return {U, Factor(S.OfOuter), Factor(S.OfSum), S.OfOuter.Sign, S.OfSum.Sign};
}

/// One loop around the copy and what leads there, from its header to one of \p
/// Latches, innermost loop first.
void BoxLoops::addLoop(unsigned First, ArrayRef<BasicBlock *> Latches) {
  Loop &Copy = Trial.copy();
  SmallVector<BasicBlock *, 8> Own(llvm::drop_begin(Headers, First));
  Own.push_back(Copy.getLoopPreheader());
  llvm::append_range(Own, Latches.drop_back(First));
  makeLoopAround(Copy, Own, A.LI);
}

void BoxLoops::addLoops() {
  Loop &Copy = Trial.copy();
  BasicBlock *Pre = Start;
  for (unsigned I = 0; I != Nest.Pairs.size(); ++I) {
    Pre = SplitBlock(Pre, Pre->getTerminator(), &A.DT, &A.LI, nullptr,
                     "gemmify.span");
    Headers.push_back(Pre);
  }
  SplitBlock(Pre, Pre->getTerminator(), &A.DT, &A.LI, nullptr, "gemmify.box");
  SmallVector<BasicBlock *, 3> Latches; // Innermost first.
  BasicBlock *Next = SplitEdge(Copy.getExitingBlock(), Copy.getExitBlock(),
                               &A.DT, &A.LI, nullptr, "gemmify.next");
  Latches.push_back(Next);
  while (Latches.size() != Nest.Pairs.size())
    Latches.push_back(SplitBlock(Latches.back(),
                                 Latches.back()->getTerminator(), &A.DT, &A.LI,
                                 nullptr, "gemmify.next"));
  for (unsigned I = 0; I != Nest.Pairs.size(); ++I)
    addLoop(I, Latches);
  for (unsigned I = 0; I != Nest.Pairs.size(); ++I)
    emitSpan(I, *Latches[Nest.Pairs.size() - 1 - I]);
}

/// The largest integer that is no larger than X / Y, for Y > 0.
static Value *floorDiv(IRBuilderBase &B, Value *X, Value *Y) {
  if (auto *C = dyn_cast<ConstantInt>(Y); C && C->isOne())
    return X;
  Value *Quotient = B.CreateSDiv(X, Y);
  Value *Rest = B.CreateSub(X, B.CreateMul(Quotient, Y));
  Value *IsBelow = B.CreateICmpSLT(Rest, B.getInt64(0));
  return B.CreateSub(Quotient, B.CreateZExt(IsBelow, B.getInt64Ty()));
}

/// The smallest n with U + Sign * Factor * n >= 0, or for a negative sign, the
/// smallest one without.
static Value *turn(IRBuilderBase &B, Value *U, int Sign, Value *Factor) {
  Value *Floor = floorDiv(B, U, Factor);
  return Sign > 0 ? B.CreateNeg(Floor) : B.CreateAdd(Floor, B.getInt64(1));
}

static Value *plus(IRBuilderBase &B, Value *U, int Sign, Value *Factor,
                   Value *N) {
  Value *Product = B.CreateMul(Factor, N);
  return Sign > 0 ? B.CreateAdd(U, Product) : B.CreateSub(U, Product);
}

/// The first side that changes what it admits ends a span. See L63.
void BoxLoops::emitSpan(unsigned At, BasicBlock &Latch) {
  const PaddedPair &Pair = Nest.Pairs[At];
  BasicBlock &Header = *Headers[At];
  Value *Outers = Numbers.hold(Pair.Outers, *Start);
  Value *Sums = Numbers.hold(Pair.Sums, *Start);
  SmallVector<SideNumbers, 2> Sides;
  for (const PaddingSide &S : Pair.Sides)
    Sides.push_back(hold(S));
  IRBuilder<> B(Header.getTerminator());
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  PHINode *From =
      PHINode::Create(B.getInt64Ty(), 2, "gemmify.from", Header.begin());
  Value *To = Outers, *Low = B.getInt64(0), *High = Sums;
  auto Min = [&](Value *X, Value *Y) {
    return B.CreateSelect(B.CreateICmpSLT(X, Y), X, Y);
  };
  auto Max = [&](Value *X, Value *Y) {
    return B.CreateSelect(B.CreateICmpSLT(X, Y), Y, X);
  };
  for (const SideNumbers &S : Sides) {
    Value *First =
        turn(B, plus(B, S.U, S.SignOuter, S.Outer, From), S.SignSum, S.Sum);
    First = Min(Max(First, B.getInt64(0)), Sums);
    if (S.SignSum > 0)
      Low = Max(Low, First);
    else
      High = Min(High, First);
    Value *Turning =
        S.SignOuter == S.SignSum ? B.CreateSub(First, B.getInt64(1)) : First;
    Value *Change =
        turn(B, plus(B, S.U, S.SignSum, S.Sum, Turning), S.SignOuter, S.Outer);
    Value *Changes = B.CreateICmpULT(Turning, Sums);
    To = Min(To, B.CreateSelect(Changes, Change, Outers));
  }
  To = Max(To, B.CreateAdd(From, B.getInt64(1)));
  Span R{From, B.CreateFreeze(To, "gemmify.to"),
         B.CreateFreeze(Low, "gemmify.low"),
         B.CreateFreeze(High, "gemmify.high")};
  Value *IsFull = B.CreateICmpSLT(R.Low, R.High);
  Adds = Adds ? B.CreateAnd(Adds, IsFull) : IsFull;
  From->addIncoming(B.getInt64(0), Header.getSinglePredecessor());
  From->addIncoming(R.To, &Latch);
  B.SetInsertPoint(Latch.getTerminator());
  BasicBlock *Behind = Latch.getSingleSuccessor();
  Value *GoesOn = B.CreateICmpSLT(R.To, Outers);
  B.CreateCondBr(GoesOn, &Header, Behind);
  Latch.getTerminator()->eraseFromParent();
  Spans.push_back(R);
}

bool BoxLoops::build() {
  Start = Trial.copy().getLoopPreheader();
  addLoops();
  for (const auto &[Pair, R] : llvm::zip(Nest.Pairs, Spans)) {
    restrict(*Pair.Outer, R.From, R.To, Pair);
    restrict(*Pair.Sum, R.Low, R.High, Pair);
  }
  extendSigned();
  if (!takeBranches())
    return false;
  skipEmpty();
  return thaw();
}

} // namespace gemmify
