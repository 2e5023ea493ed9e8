//===- Recognize.cpp - Is this nest a matrix product? ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While a nest is being recognized, the dimensions DimI, DimJ, DimK stand for
/// the *positions* outer, middle and inner; the last step renames them to what
/// they are in the product.
///
//===----------------------------------------------------------------------===//

#include "Recognize.h"
#include "FactorMatch.h"
#include "NestWrites.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

constexpr LoopDim Outer = DimI, Middle = DimJ, Inner = DimK;

constexpr const char *MovesWithK =
    "the element that receives the sum moves with the k loop";

class Recognizer {
public:
  Recognizer(Loop &Innermost, const NestAnalyses &A) : L(Innermost), A(A) {}
  Recognition run();

private:
  bool recognize();
  bool findUpdate();
  Instruction *findRoundedSum();
  bool countLoops();
  bool takeFixedLoads();
  bool matchRegisterSum();
  bool matchMemorySum();
  bool matchFinalStore(StoreInst &Store, Value *SumAfterLoop);
  bool matchStart(const InitialWrite &Init);
  bool markLoadsOfC(Slice &S);
  Value *sumAfterLoop(StoreInst &Final);
  bool storesToC(StoreInst *Store);
  bool readsBeforeWrites(const std::optional<InitialWrite> &Init);
  bool seesNoWrite(const std::optional<InitialWrite> &Init);
  bool isC(const AffineRef &R) const {
    return R.Start == N.C.Start && R.Stride == N.C.Stride &&
           R.ElemTy == N.C.ElemTy;
  }
  bool fusesPredictably();
  bool onlyKnownLoops();
  void renameDimensions();
  std::optional<Slice> slice(Value *V, const BasicBlock &Where,
                             const Value *Leaf = nullptr) {
    return Slices->collect(V, Where, Leaf, Reason);
  }
  bool fail(const Twine &Why) {
    if (Reason.empty())
      Reason = Why.str();
    return false;
  }

  Loop &L;
  const NestAnalyses &A;
  std::string Reason;
  Update U;
  PHINode *SumPhi = nullptr;     ///< Register form.
  StoreInst *SumStore = nullptr; ///< Memory form, or a store left in the loop.
  LoopDim K = Inner;
  GemmNest N;
  std::optional<NestShape> Shape;
  std::optional<AffineAccess> Access;
  std::optional<SliceMatch> Slices;
  std::optional<NestWrites> Writes;
};

Recognition Recognizer::run() {
  Recognition R;
  if (L.getLoopDepth() < 3 || !L.isInnermost())
    return R;
  if (!findUpdate()) {
    R.Where = findRoundedSum();
    if (R.Where)
      R.Reason = "the sum is rounded to a narrower type in each step; keep it "
                 "in a variable of the product's type";
    return R;
  }
  if (recognize())
    R.Nest = std::move(N);
  else
    R.Reason = std::move(Reason);
  R.Where = U.Result;
  return R;
}

/// Finds sum ± x * y in the innermost loop, where the sum is carried by a phi
/// of its header or by a memory cell that does not depend on one of the loops.
bool Recognizer::findUpdate() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto IsSum = [&](Value *V) {
        if (auto *Phi = dyn_cast<PHINode>(V))
          return Phi->getParent() == L.getHeader() &&
                 Phi->getIncomingValueForBlock(L.getLoopLatch()) == &I;
        auto *Load = dyn_cast<LoadInst>(V);
        return Load && L.contains(Load) &&
               llvm::any_of(I.users(), [&](User *Usr) {
                 auto *St = dyn_cast<StoreInst>(Usr);
                 return St && L.contains(St) && St->getValueOperand() == &I &&
                        A.SE.getSCEV(St->getPointerOperand()) ==
                            A.SE.getSCEV(Load->getPointerOperand());
               });
      };
      if (!L.getLoopLatch())
        return false;
      std::optional<Update> Found = matchUpdate(I, IsSum);
      if (!Found)
        continue;
      U = *Found;
      SumPhi = dyn_cast<PHINode>(U.Sum);
      for (User *Usr : I.users())
        if (auto *St = dyn_cast<StoreInst>(Usr); St && L.contains(St))
          SumStore = St;
      return true;
    }
  return false;
}

/// A product that is added in a wider type than the sum is kept in.
Instruction *Recognizer::findRoundedSum() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto IsWidened = [](Value *V) { return isa<FPExtInst>(V); };
      if (matchUpdate(I, IsWidened) &&
          llvm::any_of(I.users(), [](User *U) { return isa<FPTruncInst>(U); }))
        return &I;
    }
  return nullptr;
}

bool Recognizer::recognize() {
  N.Root = L.getParentLoop()->getParentLoop();
  N.Loops = {N.Root, L.getParentLoop(), &L};
  N.ElemTy = U.Result->getType();
  N.Arith = U.Arith;
  if (!N.Root->isLoopSimplifyForm() || !N.Root->getUniqueExitBlock())
    return fail("the outermost loop of the nest has more than one way out");
  Access.emplace(*N.Root, A.SE,
                 DenseMap<const Loop *, LoopDim>{{N.Loops[Outer], Outer},
                                                 {N.Loops[Middle], Middle},
                                                 {N.Loops[Inner], Inner}});
  if (!countLoops())
    return false;
  Shape = computeShape(*N.Root, L, *Access, A, Reason);
  if (!Shape)
    return false;
  if (!Shape->OnPath.contains(U.Result->getParent()))
    return fail(Conditional);
  Slices.emplace(*Shape, *Access);
  Writes.emplace(*Shape, N.Loops, *Access, A);
  if (!Writes->collect(Reason))
    return false;
  if (Writes->runsBeforeExitTest(*U.Result->getParent()))
    return fail("a loop that is not rotated adds before its exit test; run "
                "loop-rotate first");
  if (!(SumPhi ? matchRegisterSum() : matchMemorySum()) ||
      !matchFactors(U, K, *Slices, N, Reason) || !fusesPredictably() ||
      !nothingEscapes(*N.Root, Reason) || !onlyKnownLoops())
    return false;
  for (Instruction *W : Writes->all())
    N.Writes.push_back(W);
  N.Guards = Shape->Guards;
  N.PathValue = Slices->resolved();
  if (!takeFixedLoads())
    return false;
  llvm::append_range(N.WrapChecks, Access->wrapChecks());
  renameDimensions();
  return true;
}

/// Those that the nest reaches, in that order; the others were only looked at.
bool Recognizer::takeFixedLoads() {
  for (const AffineRef &R : Access->fixedLoads())
    if (Shape->OnPath.contains(R.Access->getParent())) {
      N.FixedLoads.push_back(R);
      Loop *Around = A.LI.getLoopFor(R.Access->getParent());
      if (!llvm::is_contained(N.Loops, Around))
        return fail("a bound, address or stride of the nest cannot be computed "
                    "safely before it");
    }
  llvm::sort(N.FixedLoads, [&](const AffineRef &X, const AffineRef &Y) {
    return X.Access != Y.Access && Shape->precedes(X.Access, Y.Access);
  });
  return true;
}

bool Recognizer::countLoops() {
  for (unsigned D = 0; D != NumDims; ++D) {
    N.Trip[D] = bodyCount(*N.Loops[D], *Access, A.SE, Reason);
    if (!N.Trip[D])
      return false;
  }
  return true;
}

/// The sum lives in a phi of the inner loop, which therefore counts k, and is
/// stored once behind it, or in each step when only its load was hoisted.
bool Recognizer::matchRegisterSum() {
  K = Inner;
  for (User *Usr : SumPhi->users())
    if (Usr != U.Result && L.contains(cast<Instruction>(Usr)))
      return fail(
          "the running sum is used inside the k loop, not only after it");
  StoreInst *Final = Writes->storeAfter(L);
  if (!Final)
    Final = SumStore;
  if (!Final)
    return fail("the sum is not stored to an element of an array right after "
                "the k loop");
  std::optional<InitialWrite> Init =
      Writes->initialWrite(*Final, SumStore, K, Reason);
  if (!Reason.empty())
    return false;
  Value *Sum = sumAfterLoop(*Final);
  if (!matchFinalStore(*Final, Sum) || !storesToC(SumStore))
    return false;
  Value *First = SumPhi->getIncomingValueForBlock(L.getLoopPreheader());
  std::optional<Slice> Start = slice(First, *L.getLoopPreheader());
  if (!Start)
    return false;
  N.Start = *Start;
  return markLoadsOfC(N.Start) && markLoadsOfC(N.Final) &&
         readsBeforeWrites(Init);
}

/// The value that stands for the complete sum: in a register, or reloaded
/// from C where each step has stored it.
Value *Recognizer::sumAfterLoop(StoreInst &Final) {
  if (SumStore && &Final != SumStore)
    if (std::optional<AffineRef> C = Access->reference(Final, Reason))
      if (LoadInst *Reload = Writes->onlyLoadOf(Final, *C))
        return Reload;
  return exitsFromHeader(L) ? static_cast<Value *>(SumPhi) : U.Result;
}

/// A store of the running sum has to go where the result goes.
bool Recognizer::storesToC(StoreInst *Store) {
  if (!Store)
    return true;
  std::optional<AffineRef> Ref = Access->reference(*Store, Reason);
  return Ref && (isC(*Ref) ||
                 fail("the running sum is stored to another element than the "
                      "result"));
}

/// Loads of C in the start and final value see what the nest found, unless it
/// has written there before; a plain load behind the initial write sees that.
bool Recognizer::readsBeforeWrites(const std::optional<InitialWrite> &Init) {
  const AffineRef *Plain = N.Start.plain();
  if (Plain && N.LoadsOfC.erase(Plain->Access)) {
    bool SeesInit = Init && !Shape->precedes(Plain->Access, Init->Write);
    N.Start = Slice();
    if ((SeesInit && !matchStart(*Init)) || !markLoadsOfC(N.Final))
      return false;
  }
  return seesNoWrite(Init);
}

bool Recognizer::seesNoWrite(const std::optional<InitialWrite> &Init) {
  for (const Instruction *Load : N.LoadsOfC)
    if ((Init && !Shape->precedes(Load, Init->Write)) ||
        (SumStore && !Shape->precedes(Load, SumStore)))
      return fail("C is read again after the nest has written to it");
  return true;
}

bool Recognizer::matchFinalStore(StoreInst &Store, Value *SumAfterLoop) {
  std::optional<AffineRef> C = Access->reference(Store, Reason);
  if (!C)
    return false;
  N.C = *C;
  if (C->dependsOn(K))
    return fail(MovesWithK);
  N.Acc = SumAfterLoop;
  std::optional<Slice> Final =
      slice(Store.getValueOperand(), *Store.getParent(), SumAfterLoop);
  if (!Final)
    return false;
  N.Final = *Final;
  if (Store.getValueOperand() == U.Result)
    N.Acc = N.Final.Root = U.Result;
  return true;
}

/// The sum lives in memory: C(i,j) is loaded and stored in each step, and the
/// loop that its address ignores is k.
bool Recognizer::matchMemorySum() {
  std::optional<AffineRef> C = Access->reference(*SumStore, Reason);
  if (!C)
    return false;
  if (!cast<LoadInst>(U.Sum)->isSimple())
    return fail("the nest has a volatile or atomic access");
  N.C = *C;
  unsigned Ignored = 0;
  for (LoopDim D : {Outer, Middle, Inner})
    if (!C->dependsOn(D)) {
      K = D;
      ++Ignored;
    }
  if (Ignored != 1)
    return fail(Ignored ? "the sum runs over more than one loop"
                        : "each iteration updates another element; there is "
                          "no loop that sums");
  N.Acc = N.Final.Root = U.Result;
  std::optional<InitialWrite> Init =
      Writes->initialWrite(*SumStore, nullptr, K, Reason);
  if (!Reason.empty())
    return false;
  if (StoreInst *Last = Writes->storeAfter(L)) {
    auto *Reload = Writes->onlyLoadOf(*Last, N.C);
    if (K != Inner || !Reload)
      return fail("C is changed again after its sum is complete");
    if (!matchFinalStore(*Last, Reload))
      return false;
    if (!markLoadsOfC(N.Final))
      return false;
  }
  return (!Init || matchStart(*Init)) && seesNoWrite(Init);
}

bool Recognizer::matchStart(const InitialWrite &Init) {
  if (!Init.Value) {
    N.Start.Root = Constant::getNullValue(N.ElemTy);
    return true;
  }
  std::optional<Slice> Start = slice(Init.Value, *Init.Write->getParent());
  if (!Start)
    return false;
  N.Start = *Start;
  return markLoadsOfC(N.Start);
}

/// Start and final values may read C(i,j), but nothing that moves with k.
bool Recognizer::markLoadsOfC(Slice &S) {
  for (const AffineRef &R : S.Loads) {
    if (R.dependsOn(K))
      return fail(MovesWithK);
    if (isC(R))
      N.LoadsOfC.insert(R.Access);
  }
  return true;
}

/// LLVM unrolls a short k loop. Where contraction is left to the code generator
/// it then sees all steps at once and pairs other multiplies with other adds
/// than in the loop: nobody can tell the bits that plain code would have.
bool Recognizer::fusesPredictably() {
  constexpr unsigned LongestUnrolled = 96;
  const auto *Trip = dyn_cast<SCEVConstant>(N.Trip[K]);
  if (!N.Arith.ByFlags || N.Arith.Reassoc || !Trip ||
      Trip->getAPInt().ugt(LongestUnrolled))
    return true;
  return fail(
      "the k loop is short and constant, and contraction is left to the "
      "code generator, which fuses differently once it is unrolled");
}

bool Recognizer::onlyKnownLoops() {
  for (const Loop *Each : Shape->Loops)
    if (!llvm::is_contained(N.Loops, Each) && !Writes->isInitLoop(*Each))
      return fail("the nest contains another loop; split it off");
  return true;
}

void Recognizer::renameDimensions() {
  unsigned First = K == Outer ? Middle : Outer;
  unsigned Second = K == Inner ? Middle : Inner;
  auto Rename = [&](auto &Of) { Of = {Of[First], Of[Second], Of[K]}; };
  Rename(N.Loops);
  Rename(N.Trip);
  Rename(N.C.Stride);
  for (Slice *S : {&N.P, &N.Q, &N.Start, &N.Final})
    for (AffineRef &R : S->Loads)
      Rename(R.Stride);
  for (WrapCheck &W : N.WrapChecks)
    Rename(W.Coef);
}

} // namespace

Recognition recognizeGemm(Loop &Innermost, const NestAnalyses &A) {
  return Recognizer(Innermost, A).run();
}

} // namespace gemmify
