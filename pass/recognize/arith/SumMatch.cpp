//===- SumMatch.cpp - Where a sum starts, lives and ends ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumMatch.h"
#include "AddedStart.h"
#include "pass/recognize/loops/TripCount.h"

using namespace llvm;

namespace gemmify {

bool SumMatch::fail(Reason Because) {
  if (Why == Reason::None)
    Why = Because;
  return false;
}

std::optional<Slice> SumMatch::slice(Value *V, const BasicBlock &Where,
                                     const Value *Leaf) {
  return Slices.collect(V, Where, Leaf, Why);
}

bool SumMatch::isC(const AffineRef &R) const {
  return R.isAt(N.C) && R.ElemTy == N.C.ElemTy;
}

std::optional<LoopDim> SumMatch::run() {
  if (isa<PHINode>(U.Sum) ? matchRegisterSum() : matchMemorySum())
    return K;
  return std::nullopt;
}

/// Whether the loop around the inner one carries the sum as well.
bool SumMatch::goesOnInOuterLoop(const PHINode &SumPhi) const {
  auto *Around =
      dyn_cast<PHINode>(SumPhi.getIncomingValueForBlock(L.getLoopPreheader()));
  return Around && Around->getParent() == L.getParentLoop()->getHeader();
}

/// The outermost loop around L that has nothing but loops of k inside.
Loop &SumMatch::outermostOfK() const {
  Loop *Outermost = &L;
  while (llvm::is_contained(N.Index[Inner].Loops, Outermost->getParentLoop()))
    Outermost = Outermost->getParentLoop();
  return *Outermost;
}

/// Where several axes play an index, an element's start value is written around
/// all loops of k, and its sum around those that carry it.
void SumMatch::look(Loop &Carrier) {
  if (!N.hasAxes())
    return;
  Loop &OfK = outermostOfK();
  const bool CoversK = &OfK == N.Index[Inner].outermost();
  const Loop *Before = CoversK ? OfK.getParentLoop() : nullptr;
  Writes.look(Before, isa<PHINode>(U.Sum) ? Carrier.getParentLoop() : Before);
}

/// Where k has loops around the innermost one, which is all that C moves with
/// inside, its rows get their start values before them.
void SumMatch::lookForRows() {
  Loop *Outermost = N.Index[K].outermost();
  const unsigned Inside = L.getLoopDepth() - Outermost->getLoopDepth();
  if (N.hasAxes() && K != Inner && N.Index[Inner].Axes.isOne() &&
      N.Index[Inner].innermost()->isInnermost() &&
      Inside == N.Index[K].Loops.size())
    Writes.lookForRows(Outermost->getParentLoop());
}

/// Lets Carrier be one loop of k further out, if that carries the sum as well
/// and does nothing else with it.
bool SumMatch::climb() {
  Loop *Around = Carrier->getParentLoop();
  if (!N.hasAxes() || !llvm::is_contained(N.Index[Inner].Loops, Around))
    return false;
  auto *Outer = dyn_cast<PHINode>(Slices.resolve(
      Carried->getIncomingValueForBlock(Carrier->getLoopPreheader())));
  if (!Outer || Outer->getParent() != Around->getHeader() ||
      Slices.resolve(Outer->getIncomingValueForBlock(Around->getLoopLatch())) !=
          U.Result)
    return false;
  for (User *Usr : Outer->users())
    if (Usr != Carried && Around->contains(cast<Instruction>(Usr)) &&
        Slices.resolve(Usr) != U.Result) // Where Carrier would not run.
      return false;
  Carrier = Around;
  Carried = Outer;
  return true;
}

/// Whether the loads of C in \p S see what the sum before has stored: they run
/// as often as its store does.
bool SumMatch::readsWhereItStores(const Slice &S) const {
  return llvm::all_of(S.Loads, [&](const AffineRef &R) {
    return !N.LoadsOfC.contains(R.Access) ||
           &Access.loopAround(*R.Access->getParent()) ==
               Carrier->getParentLoop();
  });
}

/// Where the sum goes through memory between two loops of k, it is what is
/// found there that goes on.
bool SumMatch::startsBetweenLoops(const std::optional<InitialWrite> &Init) {
  if (Carrier == N.Index[Inner].outermost())
    return true;
  if (!readsWhereItStores(N.Start) || !readsWhereItStores(N.Final))
    return fail(Reason::SumOfSeveralLoops);
  if (!N.hasAxes())
    return true;
  const AffineRef *Plain = N.Start.plain();
  if (!Plain || !N.LoadsOfC.contains(Plain->Access)) {
    if (!Init)
      startFromAddedC(N, Slices);
    if (!N.startsFromC())
      return fail(Reason::SumOfSeveralLoops);
  }
  return N.endsWithSum() || fail(Reason::SumOfSeveralLoops);
}

/// The sum lives in a phi of the inner loop, which therefore counts k, and is
/// stored once after it, or in each step when only its load was hoisted.
bool SumMatch::matchRegisterSum() {
  K = Inner;
  if (N.innermostBatch()) // The sum would run over its products.
    return fail(Reason::MovesWithK);
  auto *SumPhi = cast<PHINode>(U.Sum);
  Carried = SumPhi;
  while (climb())
    ;
  look(*Carrier);
  for (const Update &Part : Sum.firsts())
    for (User *Usr : Part.Sum->users())
      if (Usr != Part.Result && L.contains(cast<Instruction>(Usr)))
        return fail(Reason::SumUsedInside);
  for (Value *Part : Sum.Zeros)
    Slices.standsFor(*Part, *Constant::getNullValue(Part->getType()));
  const SmallVector<StoreInst *, 2> After = resultStores();
  StoreInst *Final = After.empty() ? SumStore : After.back();
  if (!Final)
    return fail(goesOnInOuterLoop(*SumPhi)          ? Reason::SumOfSeveralLoops
                : feedsLoopAround(*inRegister(), L) ? Reason::GroupedSums
                                                    : Reason::SumNotStored);
  std::optional<InitialWrite> Init = Writes.initialWrite(*Final, K, Why);
  if (Why != Reason::None)
    return false;
  if (Init)
    forward(Init->chain());
  forward(After);
  takeWrites(After, Init);
  Value *AfterLoop = sumAfterLoop(After.empty() ? *Final : *After.front());
  if (!matchFinalStore(*Final, AfterLoop) || !storesToC(SumStore))
    return false;
  BasicBlock *Preheader = Carrier->getLoopPreheader();
  Value *First = Carried->getIncomingValueForBlock(Preheader);
  std::optional<Slice> Start = slice(First, *Preheader);
  if (!Start)
    return false;
  N.Start = *Start;
  if (N.Start.dependsOn(K))
    return fail(Reason::MovesWithK);
  markLoadsOfC(N.Start);
  markLoadsOfC(N.Final);
  if (!startsBetweenLoops(Init))
    return false;
  return readsBeforeWrites(Init);
}

/// The stores of the result: where each step stores the sum, or else of the sum
/// itself rather than of something that is computed from it. Then all to the
/// same element. Empty when only the steps store.
SmallVector<StoreInst *, 2> SumMatch::resultStores() {
  auto StoresWhere = [&](StoreInst *Other) {
    return Writes.storesAfter(
        L, [&](StoreInst &Store) { return storesWhere(Store, Other); });
  };
  SmallVector<StoreInst *, 2> Result = Writes.ofOneValue(StoresWhere(SumStore));
  Reason Ignored = Reason::None;
  std::optional<AffineRef> Step;
  if (SumStore && Result.empty())
    Step = Access.reference(*SumStore, Ignored);
  if (!Result.empty() || (Step && !Step->dependsOn(K)))
    return Result;
  Result = Writes.storesAfter(L, [&](StoreInst &Store) {
    Value *V = Slices.resolve(Store.getValueOperand());
    return V == inRegister();
  });
  if (Result.empty())
    Result = Writes.storesAfter(
        L, [&](StoreInst &Store) { return usesSum(*Store.getValueOperand()); });
  if (Result.empty())
    return Result;
  Result = StoresWhere(Result.front());
  const SmallVector<StoreInst *, 2> Plain = Writes.ofOneValue(Result);
  return Plain.empty() ? Result : Plain;
}

/// Whether \p V is computed after the k loop from the sum in a register.
bool SumMatch::usesSum(Value &V) const {
  SmallVector<Value *, 8> Worklist = {&V};
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty()) {
    auto *I = dyn_cast<Instruction>(Worklist.pop_back_val());
    if (!I || !Shape.Root->contains(I) || !Seen.insert(I).second)
      continue;
    if (I == inRegister())
      return true;
    auto *Phi = dyn_cast<PHINode>(I);
    if (!Phi)
      Worklist.append(I->op_begin(), I->op_end());
    else if (Value *Known = Shape.valueOnPath(*Phi))
      Worklist.push_back(Known);
    else if (Shape.isMerge(*Phi->getParent()))
      llvm::append_range(Worklist, Phi->incoming_values());
  }
  return false;
}

bool SumMatch::storesWhere(StoreInst &Store, StoreInst *Other) {
  Reason Ignored = Reason::None;
  std::optional<AffineRef> X, Y;
  if (Other) {
    X = Access.reference(Store, Ignored);
    Y = Access.reference(*Other, Ignored);
  }
  return X && Y && X->isAt(*Y) && X->ElemTy == Y->ElemTy;
}

void SumMatch::takeWrites(ArrayRef<StoreInst *> After,
                          const std::optional<InitialWrite> &Init) {
  if (SumStore)
    N.Writes.push_back(SumStore);
  llvm::append_range(N.Writes, After);
  if (Init) {
    llvm::append_range(N.Writes, Init->Earlier);
    N.Writes.push_back(Init->Write);
  }
}

/// The value that stands for the complete sum: in a register, or reloaded
/// from C where each step has stored it.
Value *SumMatch::sumAfterLoop(StoreInst &Final) {
  if (SumStore && &Final != SumStore)
    if (std::optional<AffineRef> C = Access.reference(Final, Why))
      if (LoadInst *Reload = Writes.onlyLoadOf(Final, *C))
        return Reload;
  return inRegister();
}

/// The register that holds the sum after the k loop.
Value *SumMatch::inRegister() const { return afterLoop(Sum, L); }

/// A store of the running sum has to go where the result goes.
bool SumMatch::storesToC(StoreInst *Store) {
  if (!Store)
    return true;
  std::optional<AffineRef> Ref = Access.reference(*Store, Why);
  return Ref && (isC(*Ref) || fail(Reason::SumStoredElsewhere));
}

/// All of \p Chain store to one element, one after the other; what is read
/// there between two of them is what the first has stored. Everything else
/// that the nest reads is apart from C.
void SumMatch::forward(ArrayRef<StoreInst *> Chain) {
  if (Chain.size() < 2)
    return;
  std::optional<AffineRef> C = Access.reference(*Chain.back(), Why);
  for (auto [First, Next] : llvm::zip(Chain.drop_back(), Chain.drop_front()))
    for (LoadInst *Load : Writes.loadsBetween(*First, *Next, *C))
      Slices.standsFor(*Load, *First->getValueOperand());
}

/// Loads of C in the start and final value see what the nest found, unless it
/// has written there before; a plain load after the initial write sees that.
bool SumMatch::readsBeforeWrites(const std::optional<InitialWrite> &Init) {
  const AffineRef *Plain = N.Start.plain();
  if (Plain && N.LoadsOfC.erase(Plain->Access)) {
    bool SeesInit = Init && !Shape.precedes(Plain->Access, Init->Write);
    N.Start = Slice();
    if (SeesInit && !matchStart(*Init))
      return false;
    markLoadsOfC(N.Final);
  }
  return seesNoWrite(Init);
}

bool SumMatch::seesNoWrite(const std::optional<InitialWrite> &Init) {
  for (const Instruction *Load : N.LoadsOfC)
    if ((Init && !Shape.precedes(Load, Init->Write)) ||
        (SumStore && !Shape.precedes(Load, SumStore)))
      return fail(Reason::ReadAgain);
  return true;
}

bool SumMatch::matchFinalStore(StoreInst &Store, Value *SumAfterLoop) {
  std::optional<AffineRef> C = Access.reference(Store, Why);
  if (!C)
    return false;
  if (C->Lookup || (C->hasRows() && C->isCarried()))
    return fail(Reason::NoFixedStride);
  N.C = *C;
  if (C->dependsOn(K))
    return fail(Reason::MovesWithK);
  N.Acc = SumAfterLoop;
  std::optional<Slice> Final =
      slice(Store.getValueOperand(), *Store.getParent(), SumAfterLoop);
  if (!Final)
    return false;
  // What a step of a loop that is not rotated stores is not the sum yet.
  if (Final->dependsOn(K))
    return fail(Reason::MovesWithK);
  N.Final = *Final;
  if (Store.getValueOperand() == U.Result)
    N.Acc = N.Final.Root = U.Result;
  return true;
}

/// The sum lives in memory: C(i,j) is loaded and stored in each step, and the
/// loop that its address ignores is k.
bool SumMatch::matchMemorySum() {
  std::optional<AffineRef> C = Access.reference(*SumStore, Why);
  if (!C)
    return false;
  if (!cast<LoadInst>(U.Sum)->isSimple())
    return fail(Reason::VolatileOrAtomic);
  if (C->Lookup || (C->hasRows() && C->isCarried()))
    return fail(Reason::NoFixedStride);
  N.C = *C;
  look(L);
  unsigned Ignored = 0;
  for (LoopDim D : {Outer, Middle, Inner})
    if (N.Index[D].hasLoop() && !C->dependsOn(D)) {
      K = D;
      ++Ignored;
    }
  if (!Ignored)
    return fail(Reason::NoSum);
  // A row may be computed again in each iteration of the outer loop.
  bool IsOneRow = Ignored == 2 && !C->dependsOn(Outer);
  if (Ignored != 1 && !IsOneRow)
    return fail(Reason::SumOfSeveralLoops);
  N.Acc = N.Final.Root = U.Result;
  lookForRows();
  std::optional<InitialWrite> Init = Writes.initialWrite(*SumStore, K, Why);
  if (Why != Reason::None)
    return false;
  if (IsOneRow && !Init)
    return fail(Reason::SumOfSeveralLoops);
  if (Init)
    forward(Init->chain());
  SmallVector<StoreInst *, 2> After = Writes.ofOneValue(Writes.storesAfter(
      L, [&](StoreInst &Store) { return storesWhere(Store, SumStore); }));
  auto *Reload =
      After.empty() ? nullptr : Writes.onlyLoadOf(*After.front(), N.C);
  if (K != Inner || !Reload)
    After.clear(); // Whether they can wait is for Legality to find out.
  takeWrites(After, Init);
  if (!After.empty()) {
    forward(After);
    if (!matchFinalStore(*After.back(), Reload))
      return false;
    markLoadsOfC(N.Final);
  }
  return (!Init || matchStart(*Init)) && seesNoWrite(Init);
}

bool SumMatch::matchStart(const InitialWrite &Init) {
  if (Init.CopiedFrom) {
    N.Start.Root = Init.Write;
    N.Start.Loads = {*Init.CopiedFrom};
    markLoadsOfC(N.Start);
    return true;
  }
  if (!Init.Value) {
    N.Start.Root = Constant::getNullValue(N.Elem.Ty);
    return true;
  }
  std::optional<Slice> Start = slice(Init.Value, *Init.Write->getParent());
  if (!Start)
    return false;
  N.Start = *Start;
  markLoadsOfC(N.Start);
  return true;
}

/// Start and final values may read C(i,j). They are computed outside of the k
/// loop.
void SumMatch::markLoadsOfC(const Slice &S) {
  assert(!S.dependsOn(K));
  for (const AffineRef &R : S.Loads)
    if (isC(R))
      N.LoadsOfC.insert(R.Access);
}

} // namespace gemmify
