//===- SkipGuard.cpp - When no step is skipped ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkipGuard.h"
#include "LoadFirst.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/rewrite/distribute/ResidualLegality.h"
#include "pass/rewrite/guard/ResidualGuard.h"
#include "pass/rewrite/normalize/CopyLegality.h"

using namespace llvm;

namespace gemmify {

SkipGuard::SkipGuard(TrialNest &Trial, SmallVector<ElementTest, 1> Tests,
                     const NestAnalyses &A)
    : Trial(Trial), Tests(std::move(Tests)), A(A),
      Expander(createExpander(A.SE)) {}

/// Whether test \p Number looks at \p E of \p N, and at the same of \p Form.
static bool areSame(const SkipForm &Form, unsigned Number,
                    const TestedElements &E, const GemmNest &N) {
  const TestedElements &Other = Form.Elements[Number];
  auto IsSame = [](const AffineRef &X, const AffineRef &Y) {
    return X.Start == Y.Start && X.Stride == Y.Stride;
  };
  return E.Outer == Other.Outer && E.Inner == Other.Inner &&
         llvm::equal(E.Refs, Other.Refs, IsSame) &&
         llvm::all_of(std::array{E.Outer, E.Inner}, [&](LoopDim D) {
           return N.Index[D].Trip == Form.N.Index[D].Trip;
         });
}

bool SkipGuard::add(const GemmNest &Copied) {
  SkipForm Form;
  Form.N = Copied;
  for (const ElementTest &Test : Tests) {
    std::optional<TestedElements> E = TestedElements::of(
        Test, Copied, [&](const Instruction &Copy, LoadInst &Load) {
          return readsSame(Copy, Load);
        });
    if (!E || (!Forms.empty() &&
               !areSame(Forms[0], Form.Elements.size(), *E, Copied)))
      return false;
    Form.Elements.push_back(std::move(*E));
  }
  Forms.push_back(std::move(Form));
  return true;
}

/// Whether \p Copied, of the copy, reads the element that \p Load does. C may
/// be written in between, which the guard excludes.
bool SkipGuard::readsSame(const Instruction &Copied, LoadInst &Load) const {
  auto *Other = dyn_cast_or_null<LoadInst>(Trial.find(Copied));
  return Other && Other->getType() == Load.getType() &&
         A.SE.getSCEV(Other->getPointerOperand()) ==
             A.SE.getSCEV(Load.getPointerOperand());
}

void SkipGuard::takeFirst() {
  Forms.truncate(1);
  Trial.takeOneForm();
}

bool SkipGuard::admit(const GemmNest &, AAResults &AA) {
  if (!admit(Forms[0], AA))
    return false;
  if (llvm::all_of(llvm::drop_begin(Forms), [&](SkipForm &Form) {
        return admit(Form, AA) && needsSame(Form);
      }))
    return true;
  takeFirst();
  return true;
}

/// Whether what \p Form needs is what the first one does: it is loaded for all
/// of them, whichever it is that the nest takes.
bool SkipGuard::needsSame(const SkipForm &Form) const {
  auto IsIn = [](const SkipForm &Other) {
    return [&](const AffineRef &R) {
      return llvm::any_of(Other.Needed, [&](const AffineRef &Each) {
        return Each.Start == R.Start && Each.ElemTy == R.ElemTy;
      });
    };
  };
  return llvm::all_of(Form.Needed, IsIn(Forms[0])) &&
         llvm::all_of(Forms[0].Needed, IsIn(Form));
}

bool SkipGuard::admit(SkipForm &Form, AAResults &AA) {
  std::optional<Legality> OfCopy =
      examineCopy(Form.N, Trial, AA, A.SE, /*MayWriteMore=*/true);
  if (!OfCopy || !Form.N.Batch.isOne() || !Form.N.FirstLoads.empty())
    return false;
  Form.Legal = std::move(*OfCopy);
  return (Form.N.Besides.empty() || admitRest(Form, AA)) && findWay(Form);
}

/// What else the nest writes, as where it scales C row by row, must not be what
/// the tests have looked at, in whatever order: of what the product reads, it
/// may be C's own elements only.
bool SkipGuard::admitRest(SkipForm &Form, AAResults &AA) {
  examineResidual(Form.N, Form.Legal, AA, A);
  if (Form.Legal.Impossible != Reason::None || Form.Legal.Expansion)
    return false;
  for (AccessPair &P : Form.Legal.Pairs)
    P.Moved |= P.Rest.Writes && !P.Product.Writes &&
               P.Product.Ref.Start != Form.N.C.Start;
  return true;
}

namespace {

/// What a condition is computed from in a nest.
class Needs {
public:
  explicit Needs(GemmNest &N) : N(N) {}

  /// Calls \p F on the loads of \p N that its guard needs the values of, given
  /// \p Legal.
  void forEachLoad(Legality &Legal, function_ref<void(const AffineRef &)> F) {
    auto Note = [&](const SCEV *&S) { note(S); };
    N.forEachExpression(Note);
    Legal.forEachExpression(Note);
    for (const NestGuard &G : N.Guards)
      if (!G.Test)
        note(G.Condition);
    for (const AffineRef &R : N.InvariantLoads)
      if (Values.contains(R.Access))
        F(R);
  }

  /// Whether \p Condition can be computed from what \p Loads have read.
  bool isKnownBy(const SmallPtrSetImpl<const Instruction *> &Loads,
                 const Value *Condition) {
    Values.clear();
    note(Condition);
    return llvm::all_of(Values, [&](const Value *V) {
      const auto *I = cast<Instruction>(V);
      return isa<LoadInst>(I) ? Loads.contains(I) : !isa<PHINode>(I);
    });
  }

private:
  void note(const SCEV *S) {
    SCEVExprContains(S, [&](const SCEV *Part) {
      if (const auto *Unknown = dyn_cast<SCEVUnknown>(Part))
        note(Unknown->getValue());
      return false;
    });
  }

  void note(const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !N.Root->contains(I) || !Values.insert(I).second ||
        isa<LoadInst, PHINode>(I))
      return;
    for (const Use &Op : I->operands())
      note(Op.get());
  }

  GemmNest &N;
  SmallPtrSet<const Value *, 16> Values;
};

} // namespace

/// Whether no more than loads in First have to be done before \p R is known.
bool SkipGuard::isKnownFirst(const AffineRef &R, const Loop &Root) const {
  auto IsOpen = [&](const SCEV *Part) {
    const auto *U = dyn_cast<SCEVUnknown>(Part);
    const auto *I = U ? dyn_cast<Instruction>(U->getValue()) : nullptr;
    return I && Root.contains(I) && !First.contains(I);
  };
  return !SCEVExprContains(R.Start, IsOpen) &&
         llvm::none_of(R.Stride, [&](const SCEV *S) {
           return SCEVExprContains(S, IsOpen);
         });
}

/// Finds how the nest gets to the loads whose values the guard needs, before it
/// writes anything and before any loop has ended.
bool SkipGuard::findWay(SkipForm &Form) {
  GemmNest &N = Form.N;
  Needs(N).forEachLoad(Form.Legal,
                       [&](const AffineRef &R) { Form.Needed.push_back(R); });
  const BranchInst &Br = *Tests[0].Branch;
  const auto *Test = cast<BasicBlock>(Trial[Br.getParent()]);
  Blocks Run, Entered;
  const BasicBlock *BB = N.Root->getHeader(), *Passing = nullptr;
  while (BB && Run.insert(BB).second) {
    if (Form.Before.empty())
      Entered.insert(BB);
    if (llvm::any_of(*BB,
                     [](const Instruction &I) { return I.mayWriteToMemory(); }))
      break;
    if (BB == Test) {
      Passing = cast<BasicBlock>(Trial[Br.getSuccessor(Tests[0].Passing)]);
      break;
    }
    BB = next(Form, *BB, Entered);
  }
  return noteReached(Form, Entered, Run, Passing);
}

/// Where the nest goes from \p BB: if a condition decides that, one that is
/// computed from what \p Entered loads, it joins those of \p Form.
const BasicBlock *SkipGuard::next(SkipForm &Form, const BasicBlock &BB,
                                  const Blocks &Entered) {
  const auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Br || Br->isUnconditional())
    return Br ? Br->getSuccessor(0) : nullptr;
  const auto *G = llvm::find_if(
      Form.N.Guards, [&](const NestGuard &G) { return G.At == &BB; });
  if (G == Form.N.Guards.end() || G->Test)
    return nullptr;
  Loads Known;
  for (const AffineRef &R : Form.Needed)
    if (isReadIn(R, Entered))
      Known.insert(R.Access);
  if (!Needs(Form.N).isKnownBy(Known, G->Condition))
    return nullptr;
  Form.Before.push_back(*G);
  return Br->getSuccessor(G->Expected ? 0 : 1);
}

/// Whether one of \p Blocks reads what \p R does.
bool SkipGuard::isReadIn(const AffineRef &R, const Blocks &Which) const {
  return llvm::any_of(Which, [&](const BasicBlock *BB) {
    return llvm::any_of(*BB, [&](const Instruction &I) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      return Load && Load->getType() == R.ElemTy &&
             A.SE.getSCEV(const_cast<Value *>(Load->getPointerOperand())) ==
                 R.Start;
    });
  });
}

/// Sorts the needed loads by when the nest, which runs the blocks \p Run, gets
/// to them. False where it need not get to all of them.
bool SkipGuard::noteReached(SkipForm &Form, const Blocks &Entered,
                            const Blocks &Run, const BasicBlock *Passing) {
  for (const AffineRef &R : Form.Needed) {
    if (!A.SE.dominates(R.Start, &Trial.start()))
      return false;
    if (isReadIn(R, Entered)) {
      First.insert(R.Access);
      continue;
    }
    Later.insert(R.Access);
    if (isReadIn(R, Run))
      continue;
    Blocks Behind;
    if (Passing)
      Behind.insert(Passing);
    Form.LooksFirst = true;
    if (!isReadIn(R, Behind))
      return false;
  }
  if (!Form.LooksFirst)
    return true;
  // A triangle's first element may not be the one that the nest looks at first.
  return !Form.N.Region &&
         llvm::all_of(Form.Elements[0].Refs, [&](const AffineRef &R) {
           return isKnownFirst(R, *Form.N.Root);
         });
}

GuardEmitter SkipGuard::guardOf(const SkipForm &Form) {
  return GuardEmitter(Form.N, Form.Legal, Expander, A.SE);
}

void SkipGuard::emitLoads(IRBuilderBase &B, const Loads &Which) {
  for (SkipForm &Form : Forms) {
    SmallVector<AffineRef *, 2> More;
    for (TestedElements &E : Form.Elements)
      for (AffineRef &R : E.Refs)
        More.push_back(&R);
    loadFirst(
        B, Form.N, Form.Legal, More,
        [&](const AffineRef &R) { return Which.contains(R.Access); }, Expander,
        A.SE);
  }
}

Value *SkipGuard::emitIsLarge(IRBuilderBase &B) {
  GuardEmitter G = guardOf(Forms[0]);
  return B.CreateFreeze(G.isLargeEnough(B, SharedTuning::MinTested));
}

/// Whether the nest gets to the loads of \p Form.
Value *SkipGuard::emitIsReached(IRBuilderBase &B, const SkipForm &Form) {
  GuardEmitter G = guardOf(Form);
  Value *IsReached = B.getTrue();
  for (const NestGuard &Each : Form.Before)
    IsReached = B.CreateAnd(IsReached, G.guardHolds(B, Each));
  return Form.LooksFirst ? emitFirstPasses(B, Form.Elements[0], G, IsReached)
                         : IsReached;
}

Value *SkipGuard::emitFirst(IRBuilderBase &B) {
  emitLoads(B, First);
  if (Later.empty())
    return emitIsLarge(B);
  Value *Any = B.getFalse();
  for (const SkipForm &Form : Forms)
    Any = B.CreateOr(Any, emitIsReached(B, Form));
  return Any;
}

Value *SkipGuard::emitHolds(IRBuilderBase &B, const SkipForm &Form) {
  GuardEmitter G = guardOf(Form);
  return B.CreateFreeze(Form.N.Besides.empty()
                            ? G.holds(B)
                            : ResidualGuard(G, Form.Legal).holds(B));
}

Value *SkipGuard::emit(IRBuilderBase &B) {
  emitLoads(B, Later);
  Value *All = B.getFalse();
  for (const SkipForm &Form : Forms)
    All = B.CreateOr(All, emitHolds(B, Form));
  if (!Later.empty())
    All = B.CreateAnd(emitIsLarge(B), All);
  GuardEmitter G = guardOf(Forms[0]);
  for (const TestedElements &E : Forms[0].Elements)
    All = emitAllPass(B, E, Forms[0].N, G, All);
  return All;
}

} // namespace gemmify
