//===- InvariantLoads.cpp - Pointers and strides loaded in a nest ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvariantLoads.h"
#include "intrinsic/Llvm.h"
#include "pass/recognize/loops/Substitution.h"
#include "pass/recognize/loops/TripCount.h"
#include "pass/rewrite/guard/Guard.h"
#include "pass/rewrite/guard/SafeDivision.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

/// See canLoadBefore.
class ReachTest {
public:
  ReachTest(const GemmNest &N, NestAlias &Alias, ScalarEvolution &SE)
      : N(N), Alias(Alias), SE(SE) {}

  bool run() {
    ValueToSCEVMapTy Same;
    SmallVector<AffineRef, 4> Known;
    for (unsigned At = 0; At != N.InvariantLoads.size(); ++At) {
      const AffineRef &Load = N.InvariantLoads[At];
      AffineRef R = Load;
      R.Start = ValueSubstitution(SE, Same).visit(R.Start);
      const auto *Earlier = llvm::find_if(
          Known, [&](const AffineRef &Other) { return readsSame(Other, R); });
      if (Earlier == Known.end()) {
        if (needsChanging(Load.Start) || isReachedByChanging())
          return false;
        Known.push_back(R);
      } else if (SE.isSCEVable(R.ElemTy)) {
        Same[R.Access] = SE.getSCEV(Earlier->Access);
      }
      if (At >= N.LoadsBeforeWrites && mayBeWritten(R))
        Changing.insert(R.Access);
    }
    return true;
  }

  static bool readsSame(const AffineRef &X, const AffineRef &Y) {
    return X.Start == Y.Start && X.ElemTy == Y.ElemTy;
  }

private:
  bool mayBeWritten(const AffineRef &R) {
    for (BasicBlock *BB : N.Root->blocks())
      for (Instruction &I : *BB)
        for (const AccessedPointer &P : pointersOf(I))
          if (P.Writes && !Alias.neverAliases(I, *P.Ptr, *R.Access, *R.Pointer))
            return true;
    return false;
  }

  bool needsChanging(const SCEV *S) const {
    return SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return Unknown && Changing.contains(Unknown->getValue());
    });
  }

  bool needsChanging(const Value *Condition) const {
    const auto *I = dyn_cast<Instruction>(Condition);
    return Changing.contains(Condition) ||
           (I && N.Root->contains(I) && !isa<LoadInst>(I) &&
            llvm::any_of(I->operands(), [&](const Use &Op) {
              return needsChanging(Op.get());
            }));
  }

  /// Whether control flow to some block of the nest depends on such a load.
  bool isReachedByChanging() const {
    for (const NestGuard &G : N.Guards)
      if (G.Test ? needsChanging(G.Test->X) || needsChanging(G.Test->Y)
                 : needsChanging(G.Condition))
        return true;
    return llvm::any_of(ArrayRef({DimI, DimJ, DimK}), [&](LoopDim D) {
      const Loop *L = N.Index[D].innermost();
      return L && exitsFromHeader(*L) && needsChanging(N.Index[D].Trip);
    });
  }

  const GemmNest &N;
  NestAlias &Alias;
  ScalarEvolution &SE;
  SmallPtrSet<const Value *, 4> Changing;
};

class Hoister {
public:
  Hoister(GemmNest &N, Legality &Legal, const NestAnalyses &A)
      : N(N), Legal(Legal), A(A), Expander(createExpander(A.SE)),
        Guard(N, Legal, Expander, A.SE),
        Divisions(A.SE, [this](const SCEV *D) { return nonZero(D); }) {}

  BasicBlock *run() {
    Current = N.Root->getLoopPreheader();
    if (N.InvariantLoads.empty()) {
      restateAddresses();
      return Current;
    }
    Original = SplitBlock(Current, Current->getTerminator(), &A.DT, &A.LI,
                          nullptr, "gemmify.original");
    for (AffineRef &R : N.InvariantLoads) {
      establishWhatLeadsTo(*R.Access->getParent());
      hoist(R);
    }
    restateAddresses();
    return Current;
  }

private:
  /// Makes Current branch to a new block when \p Cond holds, otherwise to the
  /// nest.
  void appendBlock(Value *Cond) {
    BasicBlock *Next = BasicBlock::Create(
        Current->getContext(), "gemmify.fixed", Current->getParent(), Original);
    BranchInst::Create(Original, Next);
    if (Loop *Around = N.Root->getParentLoop())
      Around->addBasicBlockToLoop(Next, A.LI);
    Instruction *Old = Current->getTerminator();
    IRBuilder<>(Old).CreateCondBr(Cond, Next, Original);
    Old->eraseFromParent();
    A.DT.applyUpdates({{DominatorTree::Insert, Current, Next},
                       {DominatorTree::Insert, Next, Original}});
    Current = Next;
  }

  /// Whether \p G can be tested first. A guard on one of several paths to a
  /// block does not dominate it.
  bool isKnownBefore(const NestGuard &G) const {
    const auto *Cond = dyn_cast<Instruction>(G.Condition);
    return !(Cond && N.Root->contains(Cond));
  }

  /// The nest reads in \p BB only when the guards before it hold and the loops
  /// around it run. All that these depend on comes earlier and has been loaded.
  /// A rotated loop that is entered runs at least once, and may read its bound
  /// after \p BB.
  void establishWhatLeadsTo(const BasicBlock &BB) {
    IRBuilder<> B(Current->getTerminator());
    Value *All = B.getTrue();
    for (NestGuard &G : N.Guards)
      if ((A.DT.properlyDominates(G.At, &BB) || isKnownBefore(G)) &&
          Established.insert(&G).second) {
        if (G.Test) {
          restate(G.Test->X);
          restate(G.Test->Y);
        }
        All = B.CreateLogicalAnd(All, Guard.guardHolds(B, G));
      }
    for (LoopDim D : {DimI, DimJ, DimK})
      if (Loop *L = N.Index[D].innermost(); L && L->contains(&BB) &&
                                            exitsFromHeader(*L) &&
                                            Established.insert(L).second) {
        restate(N.Index[D].Trip);
        All = B.CreateLogicalAnd(All, Guard.loopRuns(B, D));
      }
    if (!isa<Constant>(All))
      appendBlock(B.CreateFreeze(All));
  }

  void hoist(AffineRef &R) {
    auto *Old = cast<LoadInst>(R.Access);
    restate(R.Start);
    if (N.FirstLoads.contains(Old)) {
      First[Old] = A.SE.getSCEV(loadBefore(R));
      return;
    }
    for (const AffineRef &Earlier : N.InvariantLoads)
      if (N.LoadedBefore.contains(Earlier.Access) &&
          ReachTest::readsSame(Earlier, R))
        return replace(*Old, N.LoadedBefore[Earlier.Access]);
    replace(*Old, loadBefore(R));
  }

  LoadInst *loadBefore(const AffineRef &R) {
    IRBuilder<> B(Current->getTerminator());
    auto *Old = cast<LoadInst>(R.Access);
    Value *Ptr =
        Expander.expandCodeFor(R.Start, R.Start->getType(), B.GetInsertPoint());
    LoadInst *New = B.CreateAlignedLoad(Old->getType(), Ptr, Old->getAlign());
    New->copyMetadata(*Old, {LLVMContext::MD_tbaa});
    New->setDebugLoc(Old->getDebugLoc());
    return New;
  }

  void replace(LoadInst &Old, Value *New) {
    if (A.SE.isSCEVable(New->getType()))
      Hoisted[&Old] = A.SE.getSCEV(New);
    N.LoadedBefore[&Old] = New;
  }

  /// \p Divisor where it is neither zero nor poison, and some other value where
  /// it is. A divisor that changes with a row is used where the source divides
  /// by it, too.
  const SCEV *nonZero(const SCEV *Divisor) {
    if (N.varies(Divisor))
      return Divisor;
    const SCEV *&Safe = NonZero[Divisor];
    if (!Safe) {
      IRBuilder<> B(Current->getTerminator());
      Type *Ty = Divisor->getType();
      Value *V = Expander.expandCodeFor(Divisor, Ty, B.GetInsertPoint());
      Safe = A.SE.getSCEV(B.CreateBinaryIntrinsic(
          Intrinsic::umax, B.CreateFreeze(V), ConstantInt::get(Ty, 1)));
    }
    return Safe;
  }

  void restate(const SCEV *&S) {
    if (!First.empty())
      S = ValueSubstitution(A.SE, First).visit(S);
    restateRow(S);
  }

  void restateRow(const SCEV *&S) {
    S = Divisions.visit(ValueSubstitution(A.SE, Hoisted).visit(S));
  }

  void restate(AffineRef &R) {
    R.forEachExpression([&](const SCEV *&S) { restate(S); });
    for (const SCEV *&Row : R.Row)
      if (Row)
        restateRow(Row);
    if (R.Lookup)
      restateRow(R.Lookup);
  }

  void restate(NestAccess &Access) {
    restate(Access.Ref);
    for (WrapCheck &W : Access.WrapChecks)
      W.forEachExpression([&](const SCEV *&S) { restate(S); });
    for (const SCEV *&Trip : Access.Trip)
      restate(Trip);
  }

  void restateAddresses() {
    N.forEachExpression([&](const SCEV *&S) { restate(S); });
    N.forEachRow([&](const SCEV *&Row) { restateRow(Row); });
    for (LoopIndex &Each : N.Index)
      if (Each.Tiled)
        restate(Each.Tiled->Points);
    for (AffineRef &R : Legal.MustBeApart)
      restate(R);
    for (AffineRef &R : Legal.RowsApart)
      restate(R);
    for (AccessPair &P : Legal.Pairs)
      for (NestAccess *Access : {&P.Product, &P.Rest})
        restate(*Access);
    if (Legal.Expansion)
      for (NestAccess &Read : Legal.Expansion->Reads)
        restate(Read);
    for (NestAccess &Access : Legal.NotErrno)
      restate(Access);
  }

  GemmNest &N;
  Legality &Legal;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GuardEmitter Guard;
  SafeDivision Divisions;
  DenseMap<const SCEV *, const SCEV *> NonZero;
  ValueToSCEVMapTy Hoisted;
  ValueToSCEVMapTy First;                   ///< By FirstLoads.
  SmallPtrSet<const void *, 8> Established; ///< Guards and loops.
  BasicBlock *Current = nullptr;            ///< Where code is added.
  BasicBlock *Original = nullptr;
};

} // namespace

bool canLoadBefore(const GemmNest &N, NestAlias &Alias, ScalarEvolution &SE) {
  return ReachTest(N, Alias, SE).run();
}

BasicBlock *hoistInvariantLoads(GemmNest &N, Legality &Legal,
                                const NestAnalyses &A) {
  return Hoister(N, Legal, A).run();
}

} // namespace gemmify
