//===- DigitLoops.cpp - A loop for each digit of a counter ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitLoops.h"
#include "pass/rewrite/distribute/CopyNest.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

namespace {

/// One of the loops that are entered one after the other.
struct Piece {
  BasicBlock *Start; ///< Its preheader.
  BasicBlock *End;   ///< The block that it leaves to, without a terminator.
  /// By phis that are carried, null for others: what they are in this loop,
  /// where it is a copy, and their last values.
  SmallVector<PHINode *, 2> Own;
  SmallVector<Value *, 2> Results;
};

struct Builder : IRBuilder<InstSimplifyFolder> {
  Builder(BasicBlock *BB, BasicBlock::iterator At, DebugLoc Place)
      : IRBuilder(BB, At, InstSimplifyFolder(BB->getDataLayout())) {
    SetCurrentDebugLocation(std::move(Place));
  }
};

class Splitter {
public:
  Splitter(Loop &L, ArrayRef<CarriedPhi> Phis, const DigitRange &Range,
           const NestAnalyses &A)
      : L(L), Around(L.getParentLoop()), Phis(Phis), Range(Range), A(A),
        F(*L.getHeader()->getParent()), Exit(L.getExitBlock()),
        Before(L.getLoopPreheader()), Header(L.getHeader()),
        Latch(L.getLoopLatch()), Place(Latch->getTerminator()->getDebugLoc()),
        Start(SplitBlock(Before, Before->getTerminator(), &A.DT, &A.LI, nullptr,
                         "gemmify.rows")) {
    for (const CarriedPhi &Each : Phis)
      Current.push_back(Each.Phi->getIncomingValueForBlock(Start));
  }

  void run(ArrayRef<std::pair<Instruction *, Digit>> Parts);

private:
  Builder builder(BasicBlock *BB, BasicBlock::iterator At) {
    return Builder(BB, At, Place);
  }
  BasicBlock *addBlock(const Twine &Name, Loop *In, BasicBlock *Next) {
    BasicBlock *BB = BasicBlock::Create(F.getContext(), Name, &F, Next);
    if (In)
      In->addBasicBlockToLoop(BB, A.LI);
    return BB;
  }
  Value *last(const CarriedPhi &P) const {
    return P.Phi->getIncomingValueForBlock(Latch);
  }
  /// Where the path enters the loop for digit \p At, or its header.
  BasicBlock *above(unsigned At) {
    return At + 1 >= Tops.size() ? Start : Tops[At + 1];
  }

  Value *moved(Builder &B, const CarriedPhi &P, Value *By);
  void repeat(BasicBlock &From, BasicBlock &Top, Value *Times, BasicBlock &Next,
              BasicBlock &End);
  Piece copy(Value *Times, Value *Skipped, const Twine &Name);
  void enter(Piece &P, Value *Times);
  void addLevel();
  Value *carry(const CarriedPhi &P, Value *From, BasicBlock &End);
  void clip(BasicBlock &End);
  Piece nestRows();
  Value *number(Builder &B, unsigned At);
  Value *value(Builder &B, const Digit &D);
  void replaceParts(Builder &B,
                    ArrayRef<std::pair<Instruction *, Digit>> Parts);
  void replaceCounters(Builder &B);

  Loop &L, *Around;
  ArrayRef<CarriedPhi> Phis;
  const DigitRange &Range;
  const NestAnalyses &A;
  Function &F;
  BasicBlock *Exit;
  BasicBlock *Before; ///< The end of what is entered in order.
  BasicBlock *Header, *Latch;
  const DebugLoc Place;
  BasicBlock *Start;               ///< The preheader of the rows.
  SmallVector<Value *, 2> Current; ///< What phis are at Before.
  /// By digits: the header and the latch of its loop, and what it counts.
  SmallVector<BasicBlock *, 3> Tops, Nexts;
  SmallVector<PHINode *, 3> Counters;
  SmallVector<WeakTrackingVH, 3> Dead; ///< Tests that are not asked any more.
  /// Where rows are clipped, what the last digit is, and the one below it at
  /// first; the last counter then counts rows.
  PHINode *Last = nullptr, *From = nullptr;
};

} // namespace

/// What the counter \p P is in iteration \p By.
Value *Splitter::moved(Builder &B, const CarriedPhi &P, Value *By) {
  Value *First = P.Phi->getIncomingValueForBlock(above(0));
  Value *Offset = B.CreateMul(B.CreateTrunc(By, P.Step->getType()), P.Step);
  return First->getType()->isPointerTy() ? B.CreatePtrAdd(First, Offset)
                                         : B.CreateAdd(First, Offset);
}

/// Makes the loop from \p Top to \p Next, which is entered from \p From, run
/// \p Times and leave to \p End.
void Splitter::repeat(BasicBlock &From, BasicBlock &Top, Value *Times,
                      BasicBlock &Next, BasicBlock &End) {
  Builder B = builder(&Top, Top.begin());
  PHINode *Counter = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.i");
  Instruction *Old = Next.getTerminator();
  B.SetInsertPoint(&Next);
  Value *Plus =
      B.CreateAdd(Counter, B.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  BranchInst *Branch = B.CreateCondBr(B.CreateICmpEQ(Plus, Times), &End, &Top);
  Counter->addIncoming(B.getInt64(0), &From);
  Counter->addIncoming(Plus, &Next);
  Counters.push_back(Counter);
  if (!Old)
    return;
  Branch->copyMetadata(*Old);
  Branch->setDebugLoc(Place);
  if (Old->getSuccessor(0) == &Top)
    Branch->swapProfMetadata();
  Dead.push_back(cast<BranchInst>(Old)->getCondition());
  Old->eraseFromParent();
}

/// \p V, which the loop that ends with \p Last computes, behind it.
static Value *carryOut(Value *V, BasicBlock &Last, BasicBlock &End) {
  PHINode *Phi = PHINode::Create(V->getType(), 1, "gemmify.out");
  Phi->insertBefore(End, End.begin());
  Phi->addIncoming(V, &Last);
  return Phi;
}

/// Copies the loop as it is, for \p Times iterations behind \p Skipped ones.
Piece Splitter::copy(Value *Times, Value *Skipped, const Twine &Name) {
  ValueToValueMapTy Map;
  Loop *Copy = copyNest(L, *Before, Name, Map, A);
  for (Loop *Each : Copy->getLoopsInPreorder())
    markFallback(*Each);
  Piece P{
      Copy->getLoopPreheader(), addBlock("gemmify.end", Around, Start), {}, {}};
  Builder B = builder(P.Start, P.Start->getTerminator()->getIterator());
  for (const CarriedPhi &Each : Phis) {
    Value *Last = last(Each), *Mapped = Map.lookup(Last);
    auto *Own = cast<PHINode>(Map.lookup(Each.Phi));
    if (Each.Step)
      Own->setIncomingValueForBlock(P.Start, moved(B, Each, Skipped));
    P.Own.push_back(Each.Step ? nullptr : Own);
    P.Results.push_back(Each.Step ? nullptr
                                  : carryOut(Mapped ? Mapped : Last,
                                             *Copy->getLoopLatch(), *P.End));
  }
  repeat(*P.Start, *Copy->getHeader(), Times, *Copy->getLoopLatch(), *P.End);
  Counters.pop_back();
  return P;
}

/// Goes on with \p P, where \p Times, if given, is not zero.
void Splitter::enter(Piece &P, Value *Times) {
  BasicBlock *Join = addBlock("gemmify.join", Around, Exit);
  for (unsigned At = 0; At != P.Own.size(); ++At)
    if (P.Own[At])
      P.Own[At]->setIncomingValueForBlock(P.Start, Current[At]);
  Before->getTerminator()->eraseFromParent();
  Builder B = builder(Before, Before->end());
  if (Times)
    B.CreateCondBr(B.CreateICmpNE(Times, B.getInt64(0)), P.Start, Join);
  else
    B.CreateBr(P.Start);
  B.SetInsertPoint(P.End);
  B.CreateBr(Join);
  B.SetInsertPoint(Join);
  for (auto [Result, Now] : llvm::zip_equal(P.Results, Current)) {
    if (!Result)
      continue;
    PHINode *Phi = B.CreatePHI(Result->getType(), 2);
    Phi->addIncoming(Result, P.End);
    if (Times)
      Phi->addIncoming(Now, Before);
    Now = Phi;
  }
  B.CreateBr(Exit);
  Before = Join;
}

/// Puts a loop for the next digit around those for the ones below.
void Splitter::addLevel() {
  Loop *Inner = A.LI.getLoopFor(Tops.back()), *Outer = A.LI.AllocateLoop();
  if (Around)
    Around->replaceChildLoopWith(Inner, Outer);
  else
    A.LI.changeTopLevelLoop(Inner, Outer);
  Outer->addChildLoop(Inner);
  BasicBlock *Top = addBlock("gemmify.digit", Outer, Tops.back());
  for (BasicBlock *BB : Inner->blocks())
    Outer->addBlockEntry(BB);
  builder(Top, Top->end()).CreateBr(Tops.back());
  Tops.push_back(Top);
  Nexts.push_back(addBlock("gemmify.next", Outer, Exit));
}

/// Carries \p P, which is \p From at first, through all loops to \p End.
Value *Splitter::carry(const CarriedPhi &P, Value *From, BasicBlock &End) {
  SmallVector<PHINode *, 3> Phis;
  for (unsigned At = Tops.size(); --At != 0;) {
    PHINode *Phi = PHINode::Create(From->getType(), 2, "gemmify.carried");
    Phi->insertBefore(*Tops[At], Tops[At]->begin());
    Phi->addIncoming(From, above(At));
    Phis.push_back(Phi);
    From = Phi;
  }
  P.Phi->setIncomingValueForBlock(above(0), From);
  Value *Out = last(P);
  for (unsigned At = 1; At != Tops.size(); ++At) {
    Out = carryOut(Out, *Nexts[At - 1], *Nexts[At]);
    Phis.pop_back_val()->addIncoming(Out, Nexts[At]);
  }
  return carryOut(Out, *Nexts.back(), End);
}

/// Lets the loop for the last digit take what is left of its rows at a time.
void Splitter::clip(BasicBlock &End) {
  const unsigned At = Tops.size() - 1;
  BasicBlock *Top = Tops[At], *Next = Nexts[At];
  Builder B = builder(Top, Top->begin());
  PHINode *Done = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.i");
  Last = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.last");
  From = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.from");
  B.SetInsertPoint(Top->getTerminator());
  Value *Times = B.CreateBinaryIntrinsic(Intrinsic::umin,
                                         B.CreateSub(Range.Sizes[At - 1], From),
                                         B.CreateSub(Range.Rows, Done));
  repeat(*Top, *Tops[At - 1], Times, *Nexts[At - 1], *Next);
  Counters.push_back(Done);
  B.SetInsertPoint(Next);
  Value *Now = B.CreateAdd(Done, Times);
  Value *Plus = B.CreateAdd(Last, B.getInt64(1));
  B.CreateCondBr(B.CreateICmpEQ(Now, Range.Rows), &End, Top);
  Done->addIncoming(B.getInt64(0), Start);
  Done->addIncoming(Now, Next);
  Last->addIncoming(Range.FirstRow, Start);
  Last->addIncoming(Plus, Next);
  From->addIncoming(Range.Clipped, Start);
  From->addIncoming(B.getInt64(0), Next);
}

/// The loops of the rows.
Piece Splitter::nestRows() {
  Tops.push_back(Header);
  Nexts.push_back(Latch);
  while (Tops.size() != Range.Sizes.size())
    addLevel();
  Piece P{Start, addBlock("gemmify.end", Around, Exit), {}, {}};
  Start->getTerminator()->replaceSuccessorWith(Header, Tops.back());
  Header->replacePhiUsesWith(Start, above(0));
  for (auto [Each, From] : llvm::zip_equal(Phis, Current))
    P.Results.push_back(Each.Step ? nullptr : carry(Each, From, *P.End));
  for (unsigned At = 0; At + (Range.Clipped ? 2 : 0) != Tops.size(); ++At)
    repeat(*above(At), *Tops[At], Range.Sizes[At], *Nexts[At],
           At + 1 == Tops.size() ? *P.End : *Nexts[At + 1]);
  if (Range.Clipped)
    clip(*P.End);
  return P;
}

/// The digit \p At in the loops of the rows, i64.
Value *Splitter::number(Builder &B, unsigned At) {
  if (At + 1 == Counters.size())
    return Last ? Last : B.CreateAdd(Counters[At], Range.FirstRow);
  return From && At + 2 == Counters.size() ? B.CreateAdd(Counters[At], From)
                                           : Counters[At];
}

/// \p D there.
Value *Splitter::value(Builder &B, const Digit &D) {
  Value *Sum = B.getInt64(0), *Unit = B.getInt64(1);
  for (unsigned At = D.Low; At != D.High.value_or(Counters.size()); ++At) {
    Sum = B.CreateAdd(Sum, B.CreateMul(number(B, At), Unit));
    Unit = B.CreateMul(Unit, Range.Sizes[At]);
  }
  if (D.Low == 0 && Range.Stride)
    Sum = B.CreateAdd(B.CreateMul(Sum, Range.Stride), Range.Offset);
  return B.CreateShl(Sum, D.Shift);
}

/// Digits are not negative and fit the types in which they are computed, with a
/// sign where it is extended, so both extensions do the same.
void Splitter::replaceParts(Builder &B,
                            ArrayRef<std::pair<Instruction *, Digit>> Parts) {
  for (auto [I, D] : Parts) {
    Value *V = value(B, D);
    for (User *U : llvm::make_early_inc_range(I->users()))
      if (isa<ZExtInst, SExtInst>(U) &&
          U->getType()->getScalarSizeInBits() <= 64)
        U->replaceAllUsesWith(B.CreateTrunc(V, U->getType()));
    I->replaceAllUsesWith(B.CreateTrunc(V, I->getType()));
  }
}

void Splitter::replaceCounters(Builder &B) {
  Value *Iteration =
      B.CreateAdd(Range.Head, B.CreateMul(Counters.back(), Range.Row));
  for (auto [Counter, Weight] :
       llvm::zip(ArrayRef(Counters).drop_back(), Range.Weights))
    Iteration = B.CreateAdd(Iteration, B.CreateMul(Counter, Weight));
  for (const CarriedPhi &Each : Phis)
    if (Each.Step) {
      Each.Phi->replaceAllUsesWith(moved(B, Each, Iteration));
      Each.Phi->eraseFromParent();
    }
}

void Splitter::run(ArrayRef<std::pair<Instruction *, Digit>> Parts) {
  SmallVector<std::pair<Use *, unsigned>, 2> Behind;
  for (const auto &[At, Each] : llvm::enumerate(Phis))
    if (auto *Last = dyn_cast<Instruction>(last(Each));
        Last && L.contains(Last) && !Each.Step)
      for (Use &U : Last->uses())
        if (!L.contains(cast<Instruction>(U.getUser())))
          Behind.push_back({&U, At});
  auto IsZero = [](Value *V) { return match(V, PatternMatch::m_Zero()); };
  std::optional<Piece> Head, Tail;
  if (!IsZero(Range.Head))
    Head =
        copy(Range.Head, ConstantInt::get(Range.Head->getType(), 0), ".head");
  if (!IsZero(Range.Tail)) {
    Builder B = builder(Before, Before->getTerminator()->getIterator());
    Value *Skipped =
        B.CreateAdd(Range.Head, B.CreateMul(Range.Rows, Range.Row));
    Tail = copy(Range.Tail, Skipped, ".tail");
  }
  if (Head)
    enter(*Head, Range.Head);
  Piece Rows = nestRows();
  enter(Rows, Head || Tail ? Range.Rows : nullptr);
  if (Tail)
    enter(*Tail, Range.Tail);
  Exit->replacePhiUsesWith(Latch, Before);
  for (auto [U, At] : Behind)
    U->set(Current[At]);
  Builder B = builder(Header, Header->getFirstInsertionPt());
  replaceParts(B, Parts);
  replaceCounters(B);
  for (auto [I, D] : llvm::reverse(Parts))
    I->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void splitDigits(Loop &L, ArrayRef<CarriedPhi> Phis,
                 ArrayRef<std::pair<Instruction *, Digit>> Parts,
                 const DigitRange &Range, const NestAnalyses &A) {
  Splitter(L, Phis, Range, A).run(Parts);
  A.DT.recalculate(*L.getHeader()->getParent());
}

} // namespace gemmify
