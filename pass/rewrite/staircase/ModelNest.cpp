//===- ModelNest.cpp - A triangular nest as statements and loops ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "PlainSums.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

bool ModelAddress::operator==(const ModelAddress &A) const {
  return Base == A.Base && By.size() == A.By.size() &&
         llvm::all_of(By, [&](const auto &Step) {
           return A.by(Step.first) == Step.second;
         });
}

SmallVector<unsigned, 3> ModelNest::around(const Statement &S) const {
  SmallVector<unsigned, 3> Around;
  for (unsigned L = S.Loop; L != NoLoop; L = Loops[L].Parent)
    Around.insert(Around.begin(), L);
  return Around;
}

SmallVector<AtMost, 12> ModelNest::domain(unsigned L) const {
  SmallVector<AtMost, 12> All(Needed.begin(), Needed.end());
  for (; L != NoLoop; L = Loops[L].Parent) {
    const Term Counter{Term::Loop, L};
    All.push_back({Loops[L].Low, Counter});
    All.push_back({Counter, Loops[L].High});
    All.append(Loops[L].If);
  }
  return All;
}

SmallVector<AtMost, 12> ModelNest::domain(const Statement &S) const {
  SmallVector<AtMost, 12> All = domain(S.Loop);
  All.append(S.If);
  return All;
}

unsigned ModelNest::position(const Statement &S, unsigned L) const {
  unsigned Position = S.Position;
  for (unsigned In = S.Loop; In != L; In = Loops[In].Parent)
    Position = Loops[In].Position;
  return Position;
}

bool ModelNest::anyOrder(const Statement &X, const Statement &Y,
                         function_ref<bool(const Differences &)> F) const {
  const SmallVector<unsigned, 3> OfX = around(X), OfY = around(Y);
  Differences Same;
  Same.require(domain(X), 0);
  Same.require(domain(Y), 1);
  for (unsigned At = 0;; ++At) {
    if (At == OfX.size() || At == OfY.size() || OfX[At] != OfY[At])
      return At != 0 && position(X, OfX[At - 1]) < position(Y, OfX[At - 1]) &&
             F(Same);
    const unsigned L = OfX[At];
    const Term Counter{Term::Loop, L};
    Differences Earlier = Same;
    if (Loops[L].Down)
      Earlier.require(Counter + 1, 1, Counter, 0);
    else
      Earlier.require(Counter + 1, 0, Counter, 1);
    if (F(Earlier))
      return true;
    Same.requireEqual(Counter, 0, Counter, 1);
  }
}

ModelBuilder::ModelBuilder(Loop &Root, ScalarEvolution &SE, LoopInfo &LI,
                           DominatorTree &DT)
    : SE(SE), LI(LI), DT(DT), Forms(Root, SE, /*ReadsUnsigned=*/true) {
  Nest.Root = &Root;
  LoopBlocksRPO Order(&Root);
  Order.perform(&LI);
  for (BasicBlock *BB : Order) {
    Number[BB] = Blocks.size();
    Blocks.push_back(BB);
  }
}

unsigned ModelBuilder::loopOf(const Loop *L) const {
  for (unsigned I = 0; I != Nest.Loops.size(); ++I)
    if (Nest.Loops[I].L == L)
      return I;
  return NoLoop;
}

unsigned ModelBuilder::positionOf(const Instruction &I) const {
  unsigned At = 0;
  for (const Instruction &Each : *I.getParent()) {
    if (&Each == &I)
      break;
    ++At;
  }
  return Number.lookup(I.getParent()) * BlockLength + At;
}

/// With counters instead of iteration numbers, those of loops around \p At:
/// behind its loop, a counter's last value is no term.
std::optional<Linear> ModelBuilder::linear(const SCEV *S,
                                           const BasicBlock &At) {
  std::optional<LoopForm> Form = Forms.read(S);
  if (!Form || !Form->type()->isIntegerTy(64))
    return std::nullopt;
  Linear Sum{Form->Const, {}};
  for (const auto &[L, Coef] : Form->Terms) {
    const unsigned I = loopOf(L);
    if (I == NoLoop || !L->contains(&At))
      return std::nullopt;
    const ModelLoop &Loop = Nest.Loops[I];
    const SCEV *By = Loop.Down ? SE.getNegativeSCEV(Coef) : Coef;
    Sum.add(I, By, SE);
    const Term &First = Loop.Down ? Loop.High : Loop.Low;
    const SCEV *Less = SE.getNegativeSCEV(By);
    if (First.isLoop())
      Sum.add(First.Index, Less, SE);
    const SCEV *Known = SE.getConstant(Less->getType(), First.Plus, true);
    if (First.Base == Term::Size)
      Known = SE.getAddExpr(Known, Nest.Sizes[First.Index]);
    Sum.Const = SE.getAddExpr(Sum.Const, SE.getMulExpr(Less, Known));
  }
  Sum.Const = plain(Sum.Const);
  for (auto &[Loop, By] : Sum.By)
    By = plain(By);
  llvm::erase_if(Sum.By,
                 [](const auto &Step) { return Step.second->isZero(); });
  return Sum;
}

/// \p S as a plain sum, for which sizes may have to be as large as is tested.
const SCEV *ModelBuilder::plain(const SCEV *S) {
  auto Test = [&](const SCEV *Size, int64_t Low, int64_t High) {
    if (Low > MostPlus)
      return false;
    std::optional<Term> T = sizeTerm(Size);
    if (!T)
      return false;
    if (Low != INT64_MIN)
      Nest.Needed.push_back({Term() + Low, *T});
    if (High != INT64_MAX)
      Nest.Needed.push_back({*T, Term() + High});
    return true;
  };
  return asPlainSum(S, SE, Test);
}

unsigned ModelBuilder::sizeOf(const SCEV *S) {
  const auto *Known = llvm::find(Nest.Sizes, S);
  if (Known != Nest.Sizes.end())
    return Known - Nest.Sizes.begin();
  Nest.Sizes.push_back(S);
  return Nest.Sizes.size() - 1;
}

std::optional<Term> ModelBuilder::sizeTerm(const SCEV *S) {
  Term T;
  if (const auto *Add = dyn_cast<SCEVAddExpr>(S))
    if (const auto *C = dyn_cast<SCEVConstant>(Add->getOperand(0))) {
      T.Plus = C->getAPInt().getSExtValue();
      SmallVector<const SCEV *, 4> Rest(llvm::drop_begin(Add->operands()));
      S = SE.getAddExpr(Rest);
    }
  if (const auto *C = dyn_cast<SCEVConstant>(S)) {
    T.Plus = C->getAPInt().getSExtValue();
  } else {
    T.Base = Term::Size;
    if (const auto *Ext = dyn_cast<SCEVSignExtendExpr>(S)) {
      // The same number with and without a sign is one size.
      const unsigned Signed = sizeOf(S);
      Nest.Needed.push_back({Term(), Term{Term::Size, Signed}});
      S = SE.getZeroExtendExpr(Ext->getOperand(), S->getType());
    }
    T.Index = sizeOf(S);
  }
  if (T.Plus > MostPlus || T.Plus < -MostPlus)
    return std::nullopt;
  return T;
}

std::optional<Term> ModelBuilder::term(const SCEV *S, const BasicBlock &At) {
  if (!S->getType()->isIntegerTy(64))
    return std::nullopt;
  std::optional<Linear> Form = linear(S, At);
  if (!Form || Form->By.size() > 1)
    return std::nullopt;
  if (Form->By.empty())
    return sizeTerm(Form->Const);
  const auto *C = dyn_cast<SCEVConstant>(Form->Const);
  if (!C || !Form->By.front().second->isOne() ||
      C->getAPInt().abs().ugt(MostPlus))
    return std::nullopt;
  return Term{Term::Loop, Form->By.front().first, C->getAPInt().getSExtValue()};
}

/// A counter that goes by one, preferably down: there may be one more, up.
const SCEVAddRecExpr *ModelBuilder::counterOf(Loop &L) {
  const SCEVAddRecExpr *Found = nullptr;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy(64))
      continue;
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
      continue;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    if (Step->isAllOnesValue())
      return Rec;
    if (Step->isOne() && !Found)
      Found = Rec;
  }
  return Found;
}

bool ModelBuilder::addLoop(Loop &L) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  const SCEVAddRecExpr *Counter = counterOf(L);
  const BasicBlock *Exiting = L.getExitingBlock();
  if (!L.isLoopSimplifyForm() || !L.getLoopLatch() || !Exiting ||
      LI.getLoopFor(Exiting) != &L ||
      !DT.dominates(Exiting, L.getLoopLatch()) || !Counter ||
      isa<SCEVCouldNotCompute>(Count))
    return false;
  Count = SE.getNoopOrZeroExtend(Count, Counter->getType());
  ModelLoop New;
  New.L = &L;
  New.Down = !Counter->getStepRecurrence(SE)->isOne();
  New.Position = Number.lookup(L.getHeader()) * BlockLength;
  const SCEV *Start = Counter->getStart();
  const SCEV *Last =
      New.Down ? SE.getMinusSCEV(Start, Count) : SE.getAddExpr(Start, Count);
  const BasicBlock &Before = *L.getLoopPreheader();
  std::optional<Term> First = term(Start, Before), End = term(Last, Before);
  if (!First || !End)
    return false;
  New.Low = New.Down ? *End : *First;
  New.High = New.Down ? *First : *End;
  if (&L != Nest.Root) {
    New.Parent = loopOf(L.getParentLoop());
    if (!conditionsOf(*L.getLoopPreheader(), New.Parent, New.If))
      return false;
  }
  // Blocks are of all rows between the bounds, of a loop that is never entered
  // as well: what does not move is tested, whatever conditions imply.
  const bool IsFixed = !New.Low.isLoop() && !New.High.isLoop();
  SmallVector<AtMost, 12> Known = Nest.domain(New.Parent);
  if (!IsFixed)
    Known.append(New.If);
  const AtMost Runs{New.Low, New.High};
  if (!implies(Known, Runs)) {
    if (!IsFixed)
      return false;
    Nest.Needed.push_back(Runs);
  }
  Nest.Loops.push_back(New);
  return true;
}

/// Whether the body of \p In gets from \p From to its end without \p To.
static bool passesBy(BasicBlock &From, const BasicBlock &To, const Loop &In) {
  SmallVector<BasicBlock *, 8> Next{&From};
  SmallPtrSet<BasicBlock *, 16> Seen{&From};
  while (!Next.empty()) {
    BasicBlock *BB = Next.pop_back_val();
    if (BB == In.getLoopLatch())
      return true;
    for (BasicBlock *To1 : successors(BB))
      if (To1 != &To && To1 != In.getHeader() && In.contains(To1) &&
          Seen.insert(To1).second)
        Next.push_back(To1);
  }
  return false;
}

/// It is not the last iteration of the loop \p Of.
AtMost ModelBuilder::goesOn(unsigned Of) const {
  const ModelLoop &L = Nest.Loops[Of];
  const Term Counter{Term::Loop, Of};
  return L.Down ? AtMost{L.Low + 1, Counter} : AtMost{Counter + 1, L.High};
}

/// When \p BB runs in an iteration of the loop \p Of.
bool ModelBuilder::conditionsOf(BasicBlock &BB, unsigned Of,
                                SmallVectorImpl<AtMost> &If) {
  const Loop &In = *Nest.Loops[Of].L;
  for (BasicBlock *At = &BB; At != In.getHeader();) {
    BasicBlock *Before = DT.getNode(At)->getIDom()->getBlock();
    Loop *Inner = LI.getLoopFor(Before);
    if (Inner != &In) {
      while (Inner && Inner->getParentLoop() != &In)
        Inner = Inner->getParentLoop();
      if (!Inner)
        return false;
      At = Inner->getLoopPreheader();
      continue;
    }
    if (Before == In.getExitingBlock()) {
      If.push_back(goesOn(Of));
    } else if (auto *Br = dyn_cast<BranchInst>(Before->getTerminator());
               !Br || (Br->isConditional() && passesBy(*Before, *At, In))) {
      if (!Br || At->getSinglePredecessor() != Before ||
          !addCondition(*Br, Br->getSuccessor(0) == At, Of, If))
        return false;
    }
    At = Before;
  }
  return true;
}

/// What holds where \p Br goes the one way or the other.
bool ModelBuilder::addCondition(BranchInst &Br, bool IsTrue, unsigned Of,
                                SmallVectorImpl<AtMost> &If) {
  auto *Cmp = dyn_cast<ICmpInst>(Br.getCondition());
  if (!Cmp || Br.getSuccessor(0) == Br.getSuccessor(1))
    return false;
  auto Read = [&](Value *V) -> std::optional<Term> {
    Type *I64 = Type::getInt64Ty(V->getContext());
    if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    const SCEV *S = SE.getSCEV(V);
    return term(Cmp->isUnsigned() ? SE.getNoopOrZeroExtend(S, I64)
                                  : SE.getNoopOrSignExtend(S, I64),
                *Br.getParent());
  };
  std::optional<Term> X = Read(Cmp->getOperand(0)),
                      Y = Read(Cmp->getOperand(1));
  if (!X || !Y)
    return false;
  CmpInst::Predicate Pred =
      IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
  SmallVector<AtMost, 12> Known = Nest.domain(Of);
  Known.append(If.begin(), If.end());
  if (CmpInst::isUnsigned(Pred)) {
    if (!implies(Known, {Term(), *X}) || !implies(Known, {Term(), *Y}))
      return false;
    Pred = ICmpInst::getSignedPredicate(Pred);
  }
  switch (Pred) {
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_SGT:
    std::swap(X, Y);
    [[fallthrough]];
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_SLT:
    If.push_back(
        {Pred == CmpInst::ICMP_SLT || Pred == CmpInst::ICMP_SGT ? *X + 1 : *X,
         *Y});
    return true;
  case CmpInst::ICMP_EQ:
    If.push_back({*X, *Y});
    If.push_back({*Y, *X});
    return true;
  case CmpInst::ICMP_NE:
    if (implies(Known, {*X, *Y}))
      If.push_back({*X + 1, *Y});
    else if (implies(Known, {*Y, *X}))
      If.push_back({*Y + 1, *X});
    else
      return false;
    return true;
  default:
    return false;
  }
}

std::optional<ModelNest> ModelBuilder::build() {
  if (llvm::any_of(Blocks, [](const BasicBlock *BB) {
        return BB->size() > MostInBlock;
      }))
    return std::nullopt;
  for (Loop *L : Nest.Root->getLoopsInPreorder())
    if (!addLoop(*L))
      return std::nullopt;
  if (!findMatrix() || !addStatements())
    return std::nullopt;
  for (const LoopForm &Range : Forms.ranges())
    if (!Range.type()->isIntegerTy(64))
      Nest.Narrow.push_back(Range);
  Nest.NotNegative.append(Forms.notNegative().begin(),
                          Forms.notNegative().end());
  return std::move(Nest);
}

std::optional<ModelNest> modelNest(Loop &Root, ScalarEvolution &SE,
                                   LoopInfo &LI, DominatorTree &DT) {
  return ModelBuilder(Root, SE, LI, DT).build();
}

} // namespace gemmify
