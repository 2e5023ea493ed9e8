//===- ModelNest.cpp - A triangular nest as statements and loops ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIterations.h"
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

SmallVector<Ask, 2> ModelNest::asks(const Statement &S) const {
  SmallVector<Ask, 2> All;
  for (unsigned L : around(S))
    All.append(Loops[L].Asks);
  All.append(S.Asks);
  return All;
}

bool ModelNest::areExclusive(const Statement &X, const Statement &Y) const {
  const SmallVector<Ask, 2> OfX = asks(X);
  return llvm::any_of(asks(Y), [&](const Ask &A) {
    return isFixed(A) && llvm::is_contained(OfX, Ask{A.Condition, !A.Expected});
  });
}

unsigned ModelNest::position(const Statement &S, unsigned L) const {
  unsigned Position = S.Position;
  for (unsigned In = S.Loop; In != L; In = Loops[In].Parent)
    Position = Loops[In].Position;
  return Position;
}

bool ModelNest::anyOrder(const Statement &X, const Statement &Y,
                         function_ref<bool(const Differences &)> F) const {
  if (areExclusive(X, Y))
    return false;
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

Statement ModelNest::whenRead(const Statement &S, const ModelRead &R) const {
  Statement When = S;
  std::tie(When.Loop, When.Position) = *R.Early;
  When.If.assign(domain(S));
  return When;
}

bool ModelNest::mayMeet(unsigned In, const Statement &OfX, const Element &X,
                        const Statement &OfY, const Element &Y) const {
  if (areExclusive(OfX, OfY))
    return false;
  Differences Meet;
  Meet.require(domain(OfX), 0);
  Meet.require(domain(OfY), 1);
  for (unsigned L = In; L != NoLoop; L = Loops[L].Parent)
    Meet.requireEqual({Term::Loop, L}, 0, {Term::Loop, L}, 1);
  for (unsigned D : {0, 1})
    Meet.requireEqual(X.At[D], 0, Y.At[D], 1);
  return Meet.isFeasible();
}

ModelBuilder::ModelBuilder(Loop &Root, ScalarEvolution &SE, LoopInfo &LI,
                           DominatorTree &DT, bool ReadsStored,
                           const AsideParts *Aside)
    : SE(SE), LI(LI), DT(DT), ReadsStored(ReadsStored), Aside(Aside),
      Forms(Root, SE, /*ReadsUnsigned=*/true) {
  Nest.Root = &Root;
  LoopBlocksRPO Order(&Root);
  Order.perform(&LI);
  SmallVector<BasicBlock *, 16> InOrder(Order.begin(), Order.end());
  addBlocks(Root, InOrder);
}

/// Numbers the blocks of \p Of as they run: those of a loop together. Where a
/// loop is left in the middle, what comes after it may be \p InOrder before
/// the rest of its body.
void ModelBuilder::addBlocks(const Loop &Of, ArrayRef<BasicBlock *> InOrder) {
  for (BasicBlock *BB : InOrder) {
    if (!Of.contains(BB) || Number.contains(BB))
      continue;
    const Loop *In = LI.getLoopFor(BB);
    if (In != &Of && In->getHeader() == BB) {
      addBlocks(*In, InOrder);
      continue;
    }
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
/// behind its loop, a counter is what it was in the end.
std::optional<Linear> ModelBuilder::linear(const SCEV *S,
                                           const BasicBlock &At) {
  std::optional<LoopForm> Form = Forms.read(
      SE.getSCEVAtScope(withoutFirstPhis(S, SE, LI), LI.getLoopFor(&At)));
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

void ModelBuilder::need(const AtMost &C) {
  if (!llvm::is_contained(Nest.Needed, C))
    Nest.Needed.push_back(C);
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
      need({Term() + Low, *T});
    if (High != INT64_MAX)
      need({*T, Term() + High});
    return true;
  };
  // A size is the same number with its sign.
  auto IsSize = [&](const SCEV *Unsigned) {
    const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Unsigned);
    return Ext && llvm::is_contained(Nest.Sizes, Ext) &&
           sizeTerm(SE.getSignExtendExpr(Ext->getOperand(), Ext->getType()));
  };
  return asPlainSum(S, SE, Test, IsSize);
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
      need({Term(), Term{Term::Size, Signed}});
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

/// Takes a question whether \p L runs at all, which is whether what it counts
/// to is zero, as a bound of that.
void ModelBuilder::takeCounted(ModelLoop &L, const SCEV &Count) {
  llvm::erase_if(L.Asks, [&](const Ask &A) {
    const auto *Cmp = dyn_cast<ICmpInst>(A.Condition);
    if (!Cmp || !Cmp->isEquality() || !isa<ConstantInt>(Cmp->getOperand(1)) ||
        (Cmp->getPredicate() == CmpInst::ICMP_EQ) == A.Expected ||
        !cast<ConstantInt>(Cmp->getOperand(1))->isZero())
      return false;
    const SCEV *Size = SE.getSCEV(Cmp->getOperand(0));
    if (Size->getType() != Count.getType() ||
        SE.getMinusSCEV(Size, SE.getOne(Size->getType())) != &Count)
      return false;
    std::optional<Term> T = sizeTerm(
        SE.getNoopOrZeroExtend(Size, Type::getInt64Ty(SE.getContext())));
    if (!T || T->Base != Term::Size)
      return false;
    need({Term(), *T});
    L.If.push_back({Term() + 1, *T});
    return true;
  });
}

/// The block that ends \p L, which others may leave early if they are aside.
BasicBlock *ModelBuilder::exitingOf(const Loop &L) const {
  BasicBlock *Latch = L.getLoopLatch();
  return Aside && &L == Nest.Root && Latch && L.isLoopExiting(Latch)
             ? Latch
             : L.getExitingBlock();
}

bool ModelBuilder::addLoop(Loop &L) {
  const BasicBlock *Exiting = exitingOf(L);
  const SCEV *Count =
      Exiting ? SE.getExitCount(&L, Exiting) : SE.getBackedgeTakenCount(&L);
  // A switch may go on in more ways than one.
  if (!L.isLoopSimplifyForm() || !L.getLoopLatch() || !Exiting ||
      !isa<BranchInst>(Exiting->getTerminator()) ||
      LI.getLoopFor(Exiting) != &L ||
      !DT.dominates(Exiting, L.getLoopLatch()) ||
      isa<SCEVCouldNotCompute>(Count))
    return false;
  ModelLoop New;
  New.L = &L;
  if (&L != Nest.Root) {
    New.Parent = loopOf(L.getParentLoop());
    if (!conditionsOf(*L.getLoopPreheader(), New.Parent, New.If, &New.Asks)) {
      if (!isAside(L))
        return false;
      // It is run as it is, so it only matters how far it goes where it runs.
      New.If.clear();
      New.Asks.clear();
    }
    takeCounted(New, *Count);
  }
  Count = countOf(Count, New);
  New.Position = Number.lookup(L.getHeader()) * BlockLength;
  if (!findBounds(New, *Count))
    return false;
  // Blocks are of all rows between the bounds, of a loop that is never entered
  // as well: what does not move is tested, whatever conditions imply.
  const bool IsFixed = !New.Low.isLoop() && !New.High.isLoop();
  SmallVector<AtMost, 12> Known = Nest.domain(New.Parent);
  if (!IsFixed)
    Known.append(New.If);
  const AtMost Runs{New.Low, New.High};
  if (!implies(Known, Runs)) {
    const bool IsExchange = Aside && Aside->Exchange == &L;
    if (!IsFixed && !IsExchange)
      return false;
    if (IsFixed)
      need(Runs);
    else
      New.If.push_back(Runs);
  }
  Nest.Loops.push_back(New);
  return true;
}

std::optional<ModelNest> ModelBuilder::build() {
  if (llvm::any_of(Blocks, [](const BasicBlock *BB) {
        return BB->size() > MostInBlock;
      }))
    return std::nullopt;
  for (Loop *L : Nest.Root->getLoopsInPreorder())
    if (!addLoop(*L))
      return std::nullopt;
  if (!findMatrix() || !addStatements() ||
      (!runsAll() && (fusesWhereUnrolled() || !addAside())))
    return std::nullopt;
  for (const LoopForm &Range : Forms.ranges())
    if (!Range.type()->isIntegerTy(64))
      Nest.Narrow.push_back(Range);
  Nest.NotNegative.append(Forms.notNegative().begin(),
                          Forms.notNegative().end());
  return std::move(Nest);
}

std::optional<ModelNest> modelNest(Loop &Root, ScalarEvolution &SE,
                                   LoopInfo &LI, DominatorTree &DT,
                                   bool ReadsStored, const AsideParts *Aside) {
  return ModelBuilder(Root, SE, LI, DT, ReadsStored, Aside).build();
}

} // namespace gemmify
