//===- RemainderLoop.cpp - The loop over what an unrolled one leaves ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemainderLoop.h"
#include "pass/recognize/arith/PartialSums.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Whether \p Next adds to what \p Sum ends with, in a register or in memory.
static bool goesOn(const SumChain &Sum, const SumChain &Next, const Loop &L,
                   const Loop &Rest, const NestShape &Shape,
                   ScalarEvolution &SE) {
  Value *Start = Next.Steps.front().Sum;
  if ((Sum.Store != nullptr) != (Next.Store != nullptr))
    return false;
  if (Sum.Store) {
    const SCEV *Place = SE.getSCEV(Sum.Store->getPointerOperand());
    if (Place != SE.getSCEV(Next.Store->getPointerOperand()) ||
        !SE.isLoopInvariant(Place, &L))
      return false;
    if (isa<LoadInst>(Start))
      return true;
  }
  auto *Phi = dyn_cast<PHINode>(Start);
  auto IsFirstStep = [&](const User *Usr) {
    return Usr == Next.Steps.front().Result;
  };
  if (!Phi || !llvm::all_of(Phi->users(), IsFirstStep))
    return false;
  Value *In =
      Shape.onPath(Phi->getIncomingValueForBlock(Rest.getLoopPreheader()));
  // Read back from where the first loop has stored it.
  if (auto *Load = dyn_cast<LoadInst>(In))
    return Sum.Store && Load->isSimple() &&
           Load->getParent() == Rest.getLoopPreheader() &&
           SE.getSCEV(Load->getPointerOperand()) ==
               SE.getSCEV(Sum.Store->getPointerOperand());
  return In == Sum.result();
}

/// Whether nothing is written on the path after \p L and before \p Rest.
static bool writesNothingBetween(const Loop &L, const Loop &Rest,
                                 const NestShape &Shape) {
  return llvm::none_of(Shape.Path, [&](const BasicBlock *BB) {
    return !L.contains(BB) && Shape.precedes(L.getHeader(), BB) &&
           Shape.precedes(BB, Rest.getHeader()) &&
           llvm::any_of(
               *BB, [](const Instruction &I) { return I.mayWriteToMemory(); });
  });
}

/// What \p Result is where the ways through and around its loop meet.
static Value *atJoin(Instruction *Result, const BasicBlock &Join,
                     const NestShape &Shape) {
  for (const PHINode &Phi : Join.phis())
    for (Value *In : Phi.incoming_values())
      if (Shape.onPath(In) == Result)
        return const_cast<PHINode *>(&Phi);
  return nullptr;
}

static bool isZero(const Value *V) {
  return match(V, m_CombineOr(m_Zero(), m_AnyZeroFP()));
}

/// Where the loop is passed by, the phi must bring the sum as it was before.
static bool joins(Value *AtJoin, const SumPart &Part, const NestShape &Shape) {
  auto *Phi = cast<PHINode>(AtJoin);
  return llvm::all_of(Phi->incoming_values(), [&](Value *In) {
    In = Shape.onPath(In);
    return In == Part.Rest.Steps.back().Result ||
           (Part.Main.Steps.empty() ? isZero(In) : In == Part.Main.result());
  });
}

/// Lets \p Part go on with \p Next.
static bool enter(SumPart &Part, const SumChain &Next,
                  const RemainderLoop &Rest, const NestShape &Shape) {
  Part.Rest = Next;
  if (Part.Main.Store)
    return true;
  Part.End = Next.Steps.back().Result;
  if (!Rest.Optional)
    return true;
  Part.End = atJoin(Next.Steps.back().Result, *Rest.Optional->Join, Shape);
  return Part.End && joins(Part.End, Part, Shape);
}

/// Where \p Sum, which a phi of \p L carries, starts; null for other sums and
/// where it is used for something else.
static Value *startOf(const SumChain &Sum, const Loop &L,
                      const NestShape &Shape) {
  auto *Phi = dyn_cast<PHINode>(Sum.Steps.front().Sum);
  return Phi && !Sum.Store && Phi->hasOneUse()
             ? Shape.onPath(Phi->getIncomingValueForBlock(L.getLoopPreheader()))
             : nullptr;
}

/// The sums of \p L as \p Found, those of \p Rest, go on with them.
static bool follow(const Loop &L, ArrayRef<SumChain> Found,
                   const RemainderLoop &Rest, const NestShape &Shape,
                   ScalarEvolution &SE, SmallVectorImpl<SumPart> &Parts) {
  const Loop *Both[] = {&L, Rest.L};
  PartialSums Partial(Shape, Both);
  for (const SumChain &Next : Found)
    if (Value *Start = startOf(Next, *Rest.L, Shape))
      Partial.joinTo(Start, Parts);
  for (const SumChain &Next : Found) {
    SumPart *Part = llvm::find_if(Parts, [&](const SumPart &P) {
      return P.Rest.Steps.empty() &&
             goesOn(P.Main, Next, L, *Rest.L, Shape, SE);
    });
    Value *Start = startOf(Next, *Rest.L, Shape);
    if (Part == Parts.end()) {
      if (!Start || !isZero(Start))
        return false;
      Part = &Parts.emplace_back();
    }
    if (!enter(*Part, Next, Rest, Shape))
      return false;
  }
  Partial.join(Parts);
  return llvm::none_of(Parts, [](const SumPart &P) {
    return P.Main.Steps.empty() || P.Rest.Steps.empty();
  });
}

std::optional<RemainderLoop> findRemainder(const Loop &L,
                                           SmallVectorImpl<SumChain> &Sums,
                                           const NestShape &Shape,
                                           ScalarEvolution &SE) {
  RemainderLoop Rest;
  for (Loop *Each : llvm::drop_begin(Shape.Loops, llvm::find(Shape.Loops, &L) -
                                                      Shape.Loops.begin() + 1))
    if (Each->isInnermost() && Each->getParentLoop() == L.getParentLoop()) {
      Rest.L = Each;
      break;
    }
  if (!Rest.L || exitsFromHeader(L) || exitsFromHeader(*Rest.L) ||
      !writesNothingBetween(L, *Rest.L, Shape))
    return std::nullopt;
  for (const OptionalLoop &O : Shape.Optional)
    if (O.L == Rest.L)
      Rest.Optional = &O;
  SmallVector<SumPart, 4> Parts;
  for (const SumChain &Sum : Sums)
    Parts.push_back({Sum, {}, Sum.result()});
  SmallVector<SumChain, 1> Found = findSums(*Rest.L, SE);
  if (!follow(L, Found, Rest, Shape, SE, Parts))
    return std::nullopt;
  Sums.clear();
  for (SumPart &Part : Parts) {
    Sums.push_back(Part.Main);
    if (!Part.Main.Store)
      Sums.back().Complete = Part.End;
    Rest.Sums.push_back(Part.Rest);
  }
  return Rest;
}

/// Whether sums that another loop of \p Around forms go into \p V.
static bool comesFromSums(Value *V, const Loop &L, const LoopInfo &LI,
                          ScalarEvolution &SE, unsigned Depth = 0) {
  constexpr unsigned Deepest = 8;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == Deepest)
    return false;
  Loop *From = LI.getLoopFor(I->getParent());
  const Loop *Around = L.getParentLoop();
  // Through the phis of exit blocks and of a first loop that may not run, and
  // the sum of partial sums.
  if (From == Around && I->getParent() != Around->getHeader() &&
      (isa<PHINode>(I) || I->getOpcode() == Instruction::Add ||
       I->getOpcode() == Instruction::FAdd))
    return llvm::any_of(I->operands(), [&](Value *Op) {
      return comesFromSums(Op, L, LI, SE, Depth + 1);
    });
  return From && From->isInnermost() && From->getParentLoop() == Around &&
         !findSums(*From, SE).empty();
}

bool isRemainder(const Loop &L, ArrayRef<SumChain> Sums, const LoopInfo &LI,
                 ScalarEvolution &SE) {
  return llvm::any_of(Sums, [&](const SumChain &Sum) {
    auto *Phi = dyn_cast<PHINode>(Sum.Steps.front().Sum);
    return Phi &&
           comesFromSums(Phi->getIncomingValueForBlock(L.getLoopPreheader()), L,
                         LI, SE);
  });
}

std::unique_ptr<AffineAccess> accessOfRest(const RemainderLoop &Rest,
                                           ArrayRef<Loop *> Chain,
                                           const LoopGroups &Groups,
                                           const NestShape &Shape,
                                           ScalarEvolution &SE) {
  SmallVector<Loop *, 6> Own(Chain);
  Own.back() = Rest.L;
  auto Access = std::make_unique<AffineAccess>(Own, SE);
  LoopGroups OwnGroups = Groups;
  OwnGroups.Index[DimK].Loops.back() = Rest.L;
  Access->setGroups(OwnGroups);
  // A first loop that need not run leaves phis; on the path it runs.
  for (BasicBlock *BB : Shape.Path)
    for (PHINode &Phi : BB->phis()) {
      Value *V = Shape.onPath(&Phi);
      if (V != &Phi && SE.isSCEVable(V->getType()))
        Access->know(Phi, SE.getSCEVAtScope(V, Rest.L->getParentLoop()));
    }
  return Access;
}

/// The number of steps between the two sides of \p Cmp where the predicate
/// holds, and zero where it does not, i64. Null when there is no such number.
static const SCEV *stepsWhile(CmpInst::Predicate Pred, const SCEV *X,
                              const SCEV *Y, ScalarEvolution &SE) {
  const SCEV *Steps;
  switch (Pred) {
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return stepsWhile(CmpInst::getSwappedPredicate(Pred), Y, X, SE);
  case CmpInst::ICMP_SLT:
    Steps = SE.getMinusSCEV(SE.getSMaxExpr(X, Y), X);
    break;
  case CmpInst::ICMP_ULT:
    Steps = SE.getMinusSCEV(SE.getUMaxExpr(X, Y), X);
    break;
  case CmpInst::ICMP_NE:
    Steps = SE.getMinusSCEV(Y, X);
    break;
  default:
    return nullptr;
  }
  return SE.getNoopOrZeroExtend(Steps, Type::getInt64Ty(SE.getContext()));
}

/// The pointer whose comparison decides whether \p L goes on, if it moves up by
/// a constant number of bytes. Null otherwise.
static const SCEVAddRecExpr *movingPointer(const Loop &L, ScalarEvolution &SE) {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp)
    return nullptr;
  for (Value *Side : Cmp->operands()) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Side));
    const auto *Step = Rec && Rec->getLoop() == &L
                           ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                           : nullptr;
    if (Step && Step->getAPInt().isStrictlyPositive())
      return Rec;
  }
  return nullptr;
}

/// The number of steps of \p Size bytes that lie between two pointers, zero
/// where there is no byte: \p Size has to divide what is between them.
static const SCEV *stepsBetween(const SCEV *From, const SCEV *To,
                                const SCEV *Size, ScalarEvolution &SE,
                                SmallVectorImpl<Condition> &Conditions) {
  const SCEV *Distance = SE.getMinusSCEV(To, From);
  if (isa<SCEVCouldNotCompute>(Distance) ||
      SE.getTypeSizeInBits(Distance->getType()) != 64)
    return nullptr;
  const SCEV *Steps = SE.getUDivExpr(Distance, Size);
  const SCEV *Back = SE.getMulExpr(Steps, Size);
  if (Back != Distance)
    Conditions.push_back({CmpInst::ICMP_EQ, Back, Distance});
  return Steps;
}

namespace {

/// How often a second loop runs that may be passed by.
class OptionalCount {
public:
  OptionalCount(const RemainderLoop &Rest, AffineAccess &Access,
                ScalarEvolution &SE)
      : Rest(Rest), Access(Access), SE(SE) {}

  /// Zero where it is passed by, and \p Count where it is entered. Null where
  /// the branch does not say.
  const SCEV *run(const SCEV *Count) {
    auto *Cmp = dyn_cast<ICmpInst>(Rest.Optional->Branch->getCondition());
    if (!Cmp)
      return nullptr;
    Type *Ty = Cmp->getOperand(0)->getType();
    X = before(SE.getSCEV(Cmp->getOperand(0)));
    Y = before(SE.getSCEV(Cmp->getOperand(1)));
    Pred = Rest.Optional->Expected ? Cmp->getPredicate()
                                   : Cmp->getInversePredicate();
    if (Ty->isPointerTy())
      return Pred == CmpInst::ICMP_NE ? ofPointers(Count) : nullptr;
    return Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64
               ? ofIntegers(Count)
               : nullptr;
  }

  /// What has to be tested for it.
  SmallVector<Condition, 2> Conditions;

private:
  /// \p S where the loop begins.
  const SCEV *before(const SCEV *S) {
    return Access.resolve(SE.getSCEVAtScope(S, Rest.L->getParentLoop()));
  }
  const SCEV *ofIntegers(const SCEV *Count);
  const SCEV *ofPointers(const SCEV *Count);

  const RemainderLoop &Rest;
  AffineAccess &Access;
  ScalarEvolution &SE;
  const SCEV *X = nullptr, *Y = nullptr; ///< What the branch compares ...
  CmpInst::Predicate Pred = CmpInst::BAD_ICMP_PREDICATE; ///< ... and how.
};

} // namespace

const SCEV *OptionalCount::ofIntegers(const SCEV *Count) {
  const SCEV *Steps = stepsWhile(Pred, X, Y, SE);
  if (Steps != Count && Pred == CmpInst::ICMP_NE)
    if (const SCEV *Back = stepsWhile(Pred, Y, X, SE); Back == Count)
      Steps = Back;
  if (!Steps || !Access.isFixed(Steps))
    return nullptr;
  // Where the loop is entered, it runs so often; where it is passed by, the
  // count is one of a loop that has been entered, at least one, or none.
  if (Steps != Count) {
    const SCEV *AtLeastOne = SE.getUMaxExpr(Steps, SE.getOne(Steps->getType()));
    Conditions.push_back({CmpInst::ICMP_ULE, Steps, Count});
    Conditions.push_back({CmpInst::ICMP_ULE, Count, AtLeastOne});
  }
  return Steps;
}

const SCEV *OptionalCount::ofPointers(const SCEV *Count) {
  const SCEVAddRecExpr *Moving = movingPointer(*Rest.L, SE);
  if (!Moving)
    return nullptr;
  // Compared before it moves, or behind.
  const SCEV *Size = Moving->getStepRecurrence(SE);
  const SCEV *Start = before(Moving->getStart());
  auto StartsAt = [&](const SCEV *Side) {
    return Start == Side || Start == SE.getAddExpr(Side, Size);
  };
  if (!StartsAt(X))
    std::swap(X, Y);
  if (!StartsAt(X))
    return nullptr;
  const SCEV *Steps = stepsBetween(X, Y, Size, SE, Conditions);
  if (!Steps || !Access.isFixed(Steps))
    return nullptr;
  // Where it is passed by, the count of a loop that goes on until both are the
  // same means nothing.
  if (Steps != Count) {
    const SCEV *IsEntered = SE.getUMinExpr(Steps, SE.getOne(Steps->getType()));
    const SCEV *Off = SE.getMinusSCEV(Count, Steps);
    Conditions.push_back({CmpInst::ICMP_EQ, SE.getMulExpr(Off, IsEntered),
                          SE.getZero(Steps->getType())});
  }
  return Steps;
}

const SCEV *countRemainder(const RemainderLoop &Rest, AffineAccess &Access,
                           ScalarEvolution &SE,
                           SmallVectorImpl<Condition> &Conditions,
                           Reason &Why) {
  const SCEV *Count = countBodies(*Rest.L, Access, SE, Why);
  if (!Count)
    return nullptr;
  Count = Access.resolve(Count);
  if (!Access.isFixed(Count)) {
    Why = Reason::Triangular;
    return nullptr;
  }
  if (!Rest.Optional)
    return Count;
  OptionalCount Optional(Rest, Access, SE);
  const SCEV *Steps = Optional.run(Count);
  if (!Steps) {
    Why = Reason::Conditional;
    return nullptr;
  }
  llvm::append_range(Conditions, Optional.Conditions);
  return Steps;
}

} // namespace gemmify
