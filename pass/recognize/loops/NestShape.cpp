//===- NestShape.cpp - Loops, trip counts and paths of a nest -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestShape.h"
#include "BranchRegion.h"
#include "KnownCondition.h"
#include "PathWays.h"
#include "TripCount.h"
#include "pass/recognize/access/Lookups.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

bool NestShape::precedes(const BasicBlock *A, const BasicBlock *B) const {
  return llvm::find(Path, A) < llvm::find(Path, B);
}

bool NestShape::precedes(const Instruction *A, const Instruction *B) const {
  return A->getParent() == B->getParent()
             ? A->comesBefore(B)
             : precedes(A->getParent(), B->getParent());
}

Value *NestShape::valueOnPath(const PHINode &Phi) const {
  auto From = CameFrom.find(Phi.getParent());
  return From == CameFrom.end() ? nullptr
                                : Phi.getIncomingValueForBlock(From->second);
}

Value *NestShape::onPath(Value *V) const {
  while (auto *Phi = dyn_cast<PHINode>(V)) {
    Value *Known = valueOnPath(*Phi);
    if (!Known)
      break;
    V = Known;
  }
  return V;
}

bool NestShape::isConditional(const BasicBlock &From) const {
  return llvm::is_contained(Forks, &From) || llvm::is_contained(Beside, &From);
}

bool NestShape::isMerge(const BasicBlock &BB) const {
  return llvm::all_of(predecessors(&BB), [&](const BasicBlock *From) {
    return isConditional(*From) || Decided.contains(From);
  });
}

namespace {

/// Walks the nest, see computeShape.
class PathWalker {
public:
  PathWalker(Loop &Root, Loop &Innermost, AffineAccess &Access,
             const NestAnalyses &A, PathChoices &Choices, Reason &Why)
      : Innermost(Innermost), Access(Access), A(A), Choices(Choices), Why(Why) {
    Shape.Root = &Root;
    for (BasicBlock *BB : Root.blocks())
      if (hasSideEffect(*BB))
        Interesting.push_back(BB);
  }

  std::optional<NestShape> run() {
    if (!walkLoop(*Shape.Root))
      return std::nullopt;
    Shape.OnPath.insert(Shape.Path.begin(), Shape.Path.end());
    for (const OptionalLoop &O : Shape.Optional)
      noteOptional(O);
    for (auto [Test, End] : llvm::zip(Shape.RowTests, Shape.RowEnds))
      if (!Shape.OnPath.contains(End) || !Shape.precedes(Test, End) ||
          A.LI.getLoopFor(Test) != A.LI.getLoopFor(End)) {
        fail(Reason::Conditional);
        return std::nullopt;
      }
    return std::move(Shape);
  }

private:
  static bool hasSideEffect(BasicBlock &BB) {
    return llvm::any_of(BB,
                        [](Instruction &I) { return I.mayHaveSideEffects(); });
  }

  /// Notes what runs only if \p O is entered.
  void noteOptional(const OptionalLoop &O) {
    const auto *From = llvm::find(Shape.Path, O.Branch->getParent());
    const auto *Join = llvm::find(Shape.Path, O.Join);
    Shape.MayNotRun.insert(std::next(From),
                           From < Join ? Join : Shape.Path.end());
  }

  /// Appends \p L and everything in it; false with a reason when it cannot.
  bool walkLoop(Loop &L) {
    Shape.Loops.push_back(&L);
    BasicBlock *BB = L.getHeader();
    SmallPtrSet<BasicBlock *, 8> Seen;
    while (Seen.insert(BB).second) {
      Shape.Path.push_back(BB);
      Shape.Order.push_back(BB);
      Forked = false;
      BasicBlock *Next = successor(*BB, L);
      if (!Next)
        return false;
      if (Next == L.getHeader())
        return true;
      if (Loop *Inner = A.LI.getLoopFor(Next); Inner != &L) {
        assert(Inner->getHeader() == Next && Inner->getParentLoop() == &L);
        if (!walkLoop(*Inner))
          return false;
        Next = Inner->getUniqueExitBlock();
        BB = Inner->getExitingBlock();
        if (!Next || !BB)
          return fail(Reason::InnerManyExits);
        assert(A.LI.getLoopFor(Next) == &L && "exits are dedicated");
      }
      if (!Forked && !isJoin(Next))
        Shape.CameFrom[Next] = BB;
      BB = Next;
    }
    return fail(Reason::NoLoop);
  }

  bool isJoin(const BasicBlock *BB) const {
    return llvm::is_contained(Shape.RowEnds, BB) ||
           llvm::any_of(Shape.Optional,
                        [&](const OptionalLoop &O) { return O.Join == BB; });
  }

  BasicBlock *successor(BasicBlock &BB, Loop &L) {
    if (auto *U = dyn_cast<BranchInst>(BB.getTerminator())) {
      if (U->isUnconditional())
        return U->getSuccessor(0);
      for (unsigned S : {0u, 1u})
        if (!L.contains(U->getSuccessor(S)))
          return U->getSuccessor(1 - S);
      return guardedSuccessor(*U, L);
    }
    fail(Reason::NoLoop);
    return nullptr;
  }

  /// A branch inside the nest has to be one that never changes: record the way
  /// that leads to the work.
  BasicBlock *guardedSuccessor(BranchInst &Br, Loop &L) {
    if (llvm::is_contained(Shape.Path, Innermost.getHeader()))
      for (unsigned S : {0u, 1u})
        if (Loop *Only = onlyLoopBetween(Br.getSuccessor(S),
                                         Br.getSuccessor(1 - S), L)) {
          Shape.Optional.push_back({&Br, S == 0, Only, Br.getSuccessor(1 - S)});
          return Br.getSuccessor(S);
        }
    std::optional<unsigned> Way = wayTo(Br, {Innermost.getHeader()}, A.DT);
    bool ToProduct = Way.has_value();
    // What follows the product cannot belong to it.
    if (!Way && !llvm::is_contained(Shape.Path, Innermost.getHeader()))
      Way = wayTo(Br, Interesting, A.DT);
    // A triangle is not split off from what a branch does, so that each answer
    // is a nest.
    if (Way && !ToProduct && Access.isTriangle() &&
        isInvariant(Br.getCondition()))
      return chosenSuccessor(Br);
    if (Way && isInvariant(Br.getCondition())) {
      // Nothing to speak of: the source never goes this way.
      if (contradicts(Shape.Guards, Br, *Way == 0))
        return nullptr;
      // Comparisons of sizes say which part of unrolled code runs.
      const auto *Sizes = dyn_cast<ICmpInst>(Br.getCondition());
      if (!ToProduct && !(Sizes && Sizes->isRelational()) &&
          mayLeadTo(*Br.getSuccessor(1 - *Way), *Innermost.getHeader(), L, A)) {
        Choices.Excludes = true;
        if (BasicBlock *Chosen = chosenSuccessor(Br, PathChoices::Writing))
          return Chosen;
      }
      Shape.Guards.push_back(
          {Br.getCondition(), *Way == 0, Br.getParent(), std::nullopt});
      return decide(Br, *Way);
    }
    if (Way && isKnown(Br, *Way == 0))
      return decide(Br, *Way);
    if (Way && Access.testsRow(*Br.getCondition(), *Way == 0, L, ToProduct)) {
      Shape.RowTests.push_back(Br.getParent());
      Shape.RowEnds.push_back(Br.getSuccessor(1 - *Way));
      // What follows is reached if there is a row that gets there.
      for (const Condition &Exists : Access.someRowExists())
        Shape.Guards.push_back(
            {Br.getCondition(), true, Br.getParent(), Exists});
      return decide(Br, *Way);
    }
    if (Way && !ToProduct)
      noteFill(Br, *Br.getSuccessor(*Way));
    if (Way && compareAll(*Br.getCondition(), *Way == 0, *Br.getParent()))
      return decide(Br, *Way);
    if (ToProduct && !fail(Reason::Conditional))
      return nullptr;
    if (BasicBlock *Chosen = chosenSuccessor(Br))
      return Chosen;
    return goRound(Br, L);
  }

  /// The way that choose() says, or null.
  BasicBlock *
  chosenSuccessor(BranchInst &Br,
                  PathChoices::Where Least = PathChoices::Everywhere) {
    std::optional<bool> Choice = choose(Br, Least);
    if (!Choice)
      return nullptr;
    Shape.Guards.push_back(
        {Br.getCondition(), *Choice, Br.getParent(), std::nullopt});
    return decide(Br, *Choice ? 0 : 1);
  }

  /// A row that the product's elements are stored to may be filled in \p To, if
  /// it has elements, as \p Br asks.
  void noteFill(BranchInst &Br, BasicBlock &To) {
    const auto Fill = llvm::find_if(To, llvm::IsaPred<MemSetInst>);
    if (Fill == To.end() || To.getSinglePredecessor() != Br.getParent())
      return;
    const auto *Set = cast<MemSetInst>(&*Fill);
    const Value *Row = getUnderlyingObject(Set->getRawDest());
    if (llvm::any_of(Innermost.getParentLoop()->blocks(), [&](BasicBlock *BB) {
          return llvm::any_of(*BB, [&](const Instruction &I) {
            const auto *Store = dyn_cast<StoreInst>(&I);
            return Store &&
                   areAlike(*getUnderlyingObject(Store->getPointerOperand()),
                            *Row);
          });
        }))
      Access.hasEqualEnds(*Br.getCondition(), A.LI.getLoopFor(Br.getParent()),
                          A.SE.getSCEV(Set->getLength()));
  }

  /// The path never goes another way at \p Br.
  BasicBlock *decide(BranchInst &Br, unsigned Way) {
    Shape.Decided.insert(Br.getParent());
    return Br.getSuccessor(Way);
  }

  /// Adds the guards that make \p Cond \p Expected at the end of \p At, when
  /// they compare what does not change.
  bool compareAll(Value &Cond, bool Expected, BasicBlock &At) {
    Value *X, *Y;
    if (Expected ? match(&Cond, m_LogicalAnd(m_Value(X), m_Value(Y)))
                 : match(&Cond, m_LogicalOr(m_Value(X), m_Value(Y)))) {
      unsigned Before = Shape.Guards.size();
      if (compareAll(*X, Expected, At) && compareAll(*Y, Expected, At))
        return true;
      Shape.Guards.truncate(Before);
      return false;
    }
    std::optional<Condition> Test = Access.compare(Cond, A.LI.getLoopFor(&At));
    if (Test)
      Shape.Guards.push_back({&Cond, Expected, &At, Test});
    return Test.has_value();
  }

  /// Which way to take at \p Br, when it does not change and is to be taken
  /// from \p Least on.
  std::optional<bool> choose(const BranchInst &Br, PathChoices::Where Least) {
    constexpr unsigned MostChoices = 3;
    if (Chosen == MostChoices)
      return std::nullopt;
    unsigned Loads = Access.fixedLoads().size();
    bool CanChoose = isInvariant(Br.getCondition());
    Choices.Possible |= CanChoose;
    if (!CanChoose || Choices.Wanted < Least) {
      Access.keepFixedLoads(Loads);
      return std::nullopt;
    }
    if (Chosen == Choices.Ways.size())
      Choices.Ways.push_back(true);
    return Choices.Ways[Chosen++];
  }

  /// To where the ways from \p Br meet again; what lies between is noted as
  /// beside the path.
  BasicBlock *goRound(BranchInst &Br, Loop &L) {
    std::optional<BranchRegion> Found =
        findBranchRegion(Br, L, Innermost, A.LI, [&](Value *V) {
          const auto *I = dyn_cast<Instruction>(V);
          return !I || !Shape.Root->contains(I);
        });
    if (!Found) {
      fail(Reason::Conditional);
      return nullptr;
    }
    Forked = true;
    Shape.Forks.push_back(Br.getParent());
    Shape.Beside.append(Found->Between);
    Shape.Order.append(Found->Between);
    Shape.Guards.append(Found->Guards);
    return Found->Join;
  }

  /// The loop in \p Around that is all that happens on the way from \p From to
  /// \p To, or null.
  Loop *onlyLoopBetween(BasicBlock *From, BasicBlock *To, const Loop &Around) {
    Loop *Between = nullptr;
    for (BasicBlock *BB = From; BB != To;) {
      if (Loop *Inner = A.LI.getLoopFor(BB); Inner != &Around) {
        if (Between)
          return nullptr;
        assert(Inner->getParentLoop() == &Around);
        Between = Inner;
        BB = Inner->getUniqueExitBlock();
      } else {
        if (hasSideEffect(*BB))
          return nullptr;
        BB = BB->getSingleSuccessor();
      }
      if (!BB)
        return nullptr;
    }
    return Between;
  }

  /// A condition on loop counters that always has the value \p Expected here.
  bool isKnown(const BranchInst &Br, bool Expected) {
    auto *Cmp = dyn_cast<ICmpInst>(Br.getCondition());
    if (!Cmp)
      return false;
    Value *X = Cmp->getOperand(0), *Y = Cmp->getOperand(1);
    // x - y > 0 is x > y; SCEV knows more about that.
    if (match(Y, m_Zero()) && Cmp->isSigned())
      match(X, m_NSWSub(m_Value(X), m_Value(Y)));
    CmpInst::Predicate Pred =
        Expected ? Cmp->getPredicate() : Cmp->getInversePredicate();
    return isKnownAt(Pred, A.SE.getSCEV(X), A.SE.getSCEV(Y), Br, A.SE);
  }

  /// Computable before the nest from values that exist there or that can be
  /// loaded there.
  bool isInvariant(Value *V, unsigned Depth = 0) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Shape.Root->contains(I))
      return true;
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Access.isFixedLoad(*Load);
    if (Depth > 4 || !(isa<CmpInst, BinaryOperator, CastInst>(I)))
      return false;
    return !I->isIntDivRem() && llvm::all_of(I->operands(), [&](Value *Op) {
      return isInvariant(Op, Depth + 1);
    });
  }

  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  Loop &Innermost;
  AffineAccess &Access;
  const NestAnalyses &A;
  PathChoices &Choices;
  Reason &Why;
  NestShape Shape;
  SmallVector<BasicBlock *, 8> Interesting;
  unsigned Chosen = 0;
  bool Forked = false; ///< The last step went round a condition.
};

} // namespace

const Instruction *userBehind(const Instruction &I, const Loop &Root) {
  for (const User *Usr : I.users()) {
    const auto *Outside = cast<Instruction>(Usr);
    if (!Root.contains(Outside) &&
        !(isa<PHINode>(Outside) && Outside->use_empty()))
      return Outside;
  }
  return nullptr;
}

std::optional<NestShape> computeShape(Loop &Root, Loop &Innermost,
                                      AffineAccess &Access,
                                      const NestAnalyses &A,
                                      PathChoices &Choices, Reason &Why) {
  return PathWalker(Root, Innermost, Access, A, Choices, Why).run();
}

} // namespace gemmify
