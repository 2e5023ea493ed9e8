//===- CheckTest.cpp - Whether the checks of a nest pass ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckTest.h"
#include "CheckNumbers.h"
#include "ErrnoTest.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {

/// A part of the test, and the table values that it needs.
struct CheckPart {
  SmallPtrSet<const Value *, 2> Needs;
  SmallPtrSet<const Loop *, 1> Counts; ///< That are settled before.
  std::function<Value *(CheckNumbers &)> Emit;
  /// It needs values of several tables, each of which is the same throughout
  /// its table, as another condition says: the first ones will do.
  bool OfFirst = false;
  bool IsMet = false;
};

/// Tests conditions as soon as what they need is loaded, and loads nothing that
/// the nest only comes to if more of them hold than have been tested: what a
/// check before a load compares, the nest has loaded before.
class TestEmitter {
public:
  TestEmitter(IRBuilderBase &B, const NestChecks &Checks, HoistedValues Known,
              const NestAnalyses &A)
      : B(B), Checks(Checks), A(A), Hoisted(std::move(Known)),
        Numbers(B, Checks, A.SE), All(B.getTrue()) {
    for (const TableValue &T : Checks.Tables)
      Tables[T.I] = &T;
    for (const SCEV *Row : Checks.EqualRows)
      need(Row, OfRows);
  }

  Value *run() {
    const bool AsksForErrno = Checks.SetsErrno && !Checks.Places.empty();
    std::optional<TestBlocks> InBlocks;
    if (AsksForErrno || !Checks.Reads.empty() || !Checks.Ways.empty())
      InBlocks.emplace(B, A);
    for (const NestWay &Way : Checks.Ways) {
      hoist(Way.Behind);
      InBlocks->require(holds(*Way.Condition, Way.Expected));
    }
    hoist(Checks.Hoisted.size());
    if (AsksForErrno)
      Errno = requireErrno(B, *InBlocks, A.SE);
    list();
    meet();
    if (!InBlocks)
      return All;
    TestBlocks &Blocks = *InBlocks;
    for (unsigned At = 0; At != Checks.Reads.size(); ++At) {
      const TableRead &Read = Checks.Reads[At];
      if (Read.Walk)
        walk(*Read.Walk, Blocks);
      else if (!isNextInWalk(At))
        load(*Tables.lookup(Read.Load), B.getInt64(0), Blocks);
    }
    const bool AreMet =
        llvm::all_of(Conditions, [](const CheckPart &C) { return C.IsMet; });
    return Blocks.finish(AreMet ? All : B.getFalse());
  }

private:
  void give(Value &V, Value &Is) {
    Earlier[&V] = &Is;
    if (A.SE.isSCEVable(V.getType()))
      Numbers.give(V, Is);
  }

  /// Computes the first \p Values before the nest.
  void hoist(size_t Values) {
    hoistValues(
        ArrayRef(Checks.Hoisted).take_front(Values), Hoisted,
        [&](Instruction &I) { B.Insert(&I); }, Checks.Phis);
    for (const auto &[V, Is] : Hoisted)
      give(*V, *Is);
  }

  Value *holds(Value &V, bool Expected) {
    Value *Is = Earlier.lookup(&V);
    Value *Cond = Numbers.frozen(Is ? Is : &V);
    return Expected ? Cond : B.CreateNot(Cond);
  }

  void need(const SCEV *S, SmallPtrSetImpl<const Value *> &Needs) const {
    SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      if (Unknown && Tables.contains(Unknown->getValue()))
        Needs.insert(Unknown->getValue());
      return false;
    });
  }
  void need(const IndexForm &Form, CheckPart &C) const {
    need(Form.Start, C.Needs);
    needSteps(Form, C);
  }
  void needSteps(const IndexForm &Form, CheckPart &C) const {
    for (const IndexForm::Step &S : Form.Steps) {
      need(S.By, C.Needs);
      const CheckedLoop Count = Checks.Repeats.lookup(S.L);
      if (Count.OfRows)
        C.Counts.insert(S.L);
      else
        need(Count.Repeats, C.Needs);
    }
  }

  /// Whether values of two tables are needed.
  bool needsTwo(const CheckPart &C) const {
    SmallPtrSet<const Loop *, 2> Moving;
    for (const Value *V : C.Needs)
      if (const Loop *Moves = Tables.lookup(V)->Moves)
        Moving.insert(Moves);
    return Moving.size() > 1;
  }

  void list();
  void listCounts();
  void listWrites();
  void listReach(const IndexForm &Form, const SCEV *Bytes);
  void listWrite(const CheckedWrite &Write);
  void meet();
  void walk(const Loop &L, TestBlocks &Blocks);
  void load(const TableValue &T, Value *Iteration, TestBlocks &Blocks);
  void compute();

  /// Whether a walk that starts with the read at \p At comes next. Before it,
  /// the first rows say how often loops repeat.
  bool isNextInWalk(unsigned At) const {
    const Loop *Moves = Tables.lookup(Checks.Reads[At].Load)->Moves;
    if (!OfRows.empty())
      return false;
    while (Moves && !Checks.Reads[At].Walk)
      if (Tables.lookup(Checks.Reads[At++].Load)->Moves != Moves)
        return false;
    return Moves && Checks.Reads[At].Walk == Moves;
  }

  IRBuilderBase &B;
  const NestChecks &Checks;
  const NestAnalyses &A;
  HoistedValues Hoisted;
  CheckNumbers Numbers;
  DenseMap<const Value *, const TableValue *> Tables;
  DenseMap<const Value *, Value *> Earlier; ///< What values are by now.
  SmallPtrSet<const Value *, 2> OfRows; ///< What EqualRows are computed from.
  SmallPtrSet<const Loop *, 2> Settled;
  DenseMap<const SCEV *, Value *> FirstRows;
  std::optional<CheckedWrite> Errno; ///< What the nest's calls write.
  SmallVector<CheckPart, 8> Conditions;
  Value *All; ///< Whether what has been met since the last branch holds.
};

} // namespace

void TestEmitter::list() {
  for (const auto &[V, Expected] : Checks.Fixed)
    Conditions.push_back(
        {{}, {}, [this, V = V, Expected = Expected](CheckNumbers &) {
           return holds(*V, Expected);
         }});
  listCounts();
  for (const IndexBound &Bound : Checks.Bounds) {
    CheckPart C;
    need(Bound.Form, C);
    if (Bound.Factor)
      need(Bound.Factor, C.Needs);
    C.OfFirst = needsTwo(C);
    C.Emit = [&Bound](CheckNumbers &N) { return N.holds(Bound); };
    Conditions.push_back(C);
  }
  if (!Checks.Places.empty())
    listWrites();
}

/// Loops that are counted by rows are so by the first ones: all others have to
/// be as long.
void TestEmitter::listCounts() {
  for (const SCEV *Row : Checks.EqualRows) {
    CheckPart C;
    need(Row, C.Needs);
    C.Emit = [this, Row](CheckNumbers &N) -> Value * {
      Value *Is = N.expand(Row), *&First = FirstRows[Row];
      if (First)
        return B.CreateICmpEQ(Is, First);
      First = Is;
      return B.getTrue();
    };
    Conditions.push_back(C);
  }
  for (const auto &[L, Count] : Checks.Repeats) {
    CheckPart C;
    need(Count.Repeats, C.Needs);
    C.Emit = [this, L = L, OfRows = Count.OfRows](CheckNumbers &N) -> Value * {
      if (OfRows && !Settled.insert(L).second)
        return B.getTrue();
      if (OfRows)
        N.settle(*L);
      return N.canRepeat(*L, /*MustRun=*/!Checks.Tables.empty());
    };
    Conditions.push_back(C);
  }
}

void TestEmitter::listReach(const IndexForm &Form, const SCEV *Bytes) {
  CheckPart C;
  needSteps(Form, C);
  need(Bytes, C.Needs);
  C.Emit = [&Form, Bytes](CheckNumbers &N) { return N.isShort(Form, Bytes); };
  Conditions.push_back(C);
}

void TestEmitter::listWrite(const CheckedWrite &Write) {
  listReach(Write.Address, Write.Bytes);
  for (const CheckedPlace &Place : Checks.Places) {
    CheckPart C;
    need(Write.Address, C);
    need(Write.Bytes, C.Needs);
    need(Place.Address, C);
    C.Emit = [&](CheckNumbers &N) { return N.isApart(Write, Place); };
    Conditions.push_back(C);
  }
}

void TestEmitter::listWrites() {
  for (const CheckedWrite &Write : Checks.Writes)
    listWrite(Write);
  if (Errno)
    listWrite(*Errno);
  for (const CheckedPlace &Place : Checks.Places)
    listReach(Place.Address,
              A.SE.getConstant(Place.Address.Start->getType(), Place.Bytes));
}

/// Tests all conditions that can be by now.
void TestEmitter::meet() {
  for (CheckPart &C : Conditions) {
    if (C.IsMet ||
        !llvm::all_of(C.Needs,
                      [&](const Value *V) { return Earlier.contains(V); }) ||
        !llvm::all_of(C.Counts,
                      [&](const Loop *L) { return Settled.contains(L); }))
      continue;
    C.IsMet = true;
    All = Numbers.both(All, C.Emit(Numbers));
    All = Numbers.both(All, Numbers.takeDivisors());
  }
}

/// Table values that need no further load.
void TestEmitter::compute() {
  for (const TableValue &T : Checks.Tables) {
    if (isa<LoadInst>(T.I) || Earlier.contains(T.I) ||
        !llvm::all_of(T.I->operands(), [&](const Use &Op) {
          return !Tables.contains(Op) || Earlier.contains(Op);
        }))
      continue;
    Instruction *Now = T.I->clone();
    for (Use &Op : Now->operands())
      if (Value *Is = Earlier.lookup(Op))
        Op.set(Is);
    Now->dropPoisonGeneratingAnnotations();
    give(*T.I, *B.Insert(Now));
  }
}

/// Loads \p T in an iteration of the loop that it moves with.
void TestEmitter::load(const TableValue &T, Value *Iteration,
                       TestBlocks &Blocks) {
  All = Blocks.require(All);
  Value *Offset = Numbers.expand(T.Offset.Start);
  for (const IndexForm::Step &S : T.Offset.Steps) {
    Value *By = Numbers.expand(S.By);
    Value *Steps = B.CreateZExtOrTrunc(Iteration, Offset->getType());
    Offset = B.CreateAdd(Offset, B.CreateMul(By, Steps));
  }
  Value *Base = Earlier.lookup(T.Base);
  auto *Load = cast<LoadInst>(T.I);
  LoadInst *Now = B.CreateAlignedLoad(
      Load->getType(), B.CreatePtrAdd(Base ? Base : T.Base, Offset),
      Load->getAlign());
  Now->setMetadata(LLVMContext::MD_tbaa,
                   Load->getMetadata(LLVMContext::MD_tbaa));
  give(*T.I, *Numbers.frozen(Now));
  compute();
  meet();
}

/// Loads all that moves with \p L, for each of its iterations.
void TestEmitter::walk(const Loop &L, TestBlocks &Blocks) {
  SmallPtrSet<const Value *, 8> Moving;
  for (const TableValue &T : Checks.Tables)
    if (T.Moves == &L)
      Moving.insert(T.I);
  for (const Value *V : Moving)
    Earlier.erase(V);
  for (CheckPart &C : Conditions)
    if (!C.OfFirst && llvm::any_of(C.Needs, [&](const Value *V) {
          return Moving.contains(V);
        }))
      C.IsMet = false;
  Value *Last = B.CreateTrunc(Numbers.lastOf(L), B.getInt64Ty());
  All = Blocks.require(All);
  Value *Iteration = Blocks.beginLoop();
  for (const TableRead &Read : Checks.Reads)
    if (Read.Load && Moving.contains(Read.Load))
      load(*Tables.lookup(Read.Load), Iteration, Blocks);
  All = Blocks.require(All);
  Blocks.endLoop(Last);
  for (const Value *V : Moving)
    Earlier.erase(V);
}

/// A count that wraps around is that of a nest that takes years either way.
static Value *emitHasManySteps(IRBuilderBase &B, const NestChecks &Checks,
                               const HoistedValues &Known, const Loop &Root,
                               const Loop &Innermost, ScalarEvolution &SE) {
  ValueToSCEVMapTy Before;
  for (const auto &[V, Earlier] : Known)
    if (Earlier && SE.isSCEVable(V->getType()))
      Before[V] = SE.getSCEV(Earlier);
  SCEVExpander Expander = createExpander(SE);
  Value *Steps = B.getInt64(1);
  const Loop *L = &Innermost;
  unsigned Depth = 0;
  for (; Depth != NumDims && Root.contains(L);
       ++Depth, L = L->getParentLoop()) {
    const auto Count = Checks.Repeats.find(L);
    if (Count == Checks.Repeats.end())
      return B.getTrue();
    const SCEV *Repeats = Count->second.Repeats;
    if (Count->second.Grows)
      Repeats = SE.getAddExpr(
          Repeats, Checks.Repeats.lookup(Count->second.Around).Repeats);
    Repeats = ValueSubstitution(SE, Before)
                  .visit(SE.getTruncateExpr(Repeats, B.getInt64Ty()));
    if (!Expander.isSafeToExpandAt(Repeats, &*B.GetInsertPoint()) ||
        SCEVExprContains(Repeats, [&](const SCEV *Part) {
          return isa<SCEVUDivExpr>(Part) &&
                 SE.getTypeSizeInBits(Part->getType()) > 64;
        }))
      return B.getTrue();
    Value *Last =
        Expander.expandCodeFor(Repeats, B.getInt64Ty(), B.GetInsertPoint());
    Steps = B.CreateMul(Steps, B.CreateAdd(Last, B.getInt64(1)));
  }
  Value *Many = B.CreateICmpUGE(
      Steps,
      B.getInt64(Depth == NumDims ? SharedTuning::MinCheckedSteps
                                  : SharedTuning::MinCheckedVectorSteps));
  return isa<Constant>(Many) ? Many : B.CreateFreeze(Many);
}

void testBefore(TrialNest &Trial, NestChecks Checks, HoistedValues Known,
                const Loop &Innermost, const NestAnalyses &A) {
  auto ToTest = std::make_shared<const NestChecks>(std::move(Checks));
  // Where it looks through tables, the builder is in another block afterwards.
  Trial.readAt(Trial.copyOf(Innermost), [ToTest, Known, &A](IRBuilderBase &B) {
    return TestEmitter(B, *ToTest, Known, A).run();
  });
  const Loop &Root = Trial.source();
  Trial.askFirst([ToTest, Known, &Root, &Innermost, &A](IRBuilderBase &B) {
    return emitHasManySteps(B, *ToTest, Known, Root, Innermost, A.SE);
  });
}

} // namespace gemmify
