//===- ChosenStrides.cpp - Addresses chosen once for a nest ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenStrides.h"
#include "Decision.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

/// Of operands of operands, and of users of users.
static constexpr unsigned MostSteps = 4;

namespace {
/// What moves by a fixed stride with each of some loops, and not otherwise.
struct Strided {
  const SCEV *Start = nullptr;
  SmallVector<std::pair<const Loop *, const SCEV *>, 3> By;
  const SCEV *by(const Loop &L) const {
    const auto *It =
        llvm::find_if(By, [&](auto &Each) { return Each.first == &L; });
    return It == By.end() ? nullptr : It->second;
  }
};

/// An address or index of which a condition from before the nest chooses one.
struct ChosenPlace {
  Instruction *Chosen = nullptr;
  Value *Condition = nullptr;
  Strided Of[2];       ///< Where the condition holds, and where not.
  Value *At = nullptr; ///< In the copy.
};
} // namespace

/// \p S, in which phis of \p Root that are the same on all ways are what comes
/// on them.
static const SCEV *withoutJoins(const SCEV *S, const Loop &Root,
                                ScalarEvolution &SE) {
  ValueToSCEVMapTy Same;
  SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Phi = Unknown ? dyn_cast<PHINode>(Unknown->getValue()) : nullptr;
    if (!Phi || !Root.contains(Phi))
      return false;
    const SCEV *First = SE.getSCEV(Phi->getIncomingValue(0));
    if (llvm::all_of(Phi->incoming_values(),
                     [&](const Use &Of) { return SE.getSCEV(Of) == First; }))
      Same[Phi] = First;
    return false;
  });
  return Same.empty() ? S : SCEVParameterRewriter::rewrite(S, SE, Same);
}

/// \p V where it is used in loops of \p Root.
static std::optional<Strided> stridesOf(Value &V, const Loop &Root,
                                        ScalarEvolution &SE) {
  Strided Of;
  const SCEV *S = withoutJoins(SE.getSCEV(&V), Root, SE);
  while (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    if (!Root.contains(Rec->getLoop()))
      break;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    if (!Rec->isAffine() || !SE.isLoopInvariant(Step, &Root))
      return std::nullopt;
    Of.By.push_back({Rec->getLoop(), Step});
    S = Rec->getStart();
  }
  if (!SE.isLoopInvariant(S, &Root))
    return std::nullopt;
  Of.Start = S;
  return Of;
}

/// Whether \p V is from before \p Root or can be computed there.
static bool isFixed(const Value &V, const Loop &Root, unsigned Depth = 0) {
  const auto *I = dyn_cast<Instruction>(&V);
  return !I || !Root.contains(I) ||
         (Depth != MostSteps && !isa<PHINode>(I) &&
          !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) &&
          llvm::all_of(I->operands(), [&](const Use &Op) {
            return isFixed(*Op, Root, Depth + 1);
          }));
}

/// Whether \p V is used for nothing but addresses of loads.
static bool isForLoads(const Value &V, unsigned Depth = 0) {
  return Depth != MostSteps && llvm::all_of(V.users(), [&](const User *U) {
           return isa<LoadInst>(U) ||
                  (isa<GetElementPtrInst, CastInst, BinaryOperator>(U) &&
                   isForLoads(*U, Depth + 1));
         });
}

static std::optional<ChosenPlace> chosenPlace(Instruction &I, const Loop &Root,
                                              const NestAnalyses &A) {
  if (!A.SE.isSCEVable(I.getType()) || !isForLoads(I))
    return std::nullopt;
  const std::optional<Decision> D = decisionOf(I, A.LI, A.DT);
  if (!D || !isFixed(*D->Condition, Root))
    return std::nullopt;
  ChosenPlace Place;
  Place.Chosen = &I;
  Place.Condition = D->Condition;
  bool Moves = false;
  for (unsigned Way : {0, 1}) {
    std::optional<Strided> Of =
        stridesOf(*(Way == 0 ? D->IfTrue : D->IfFalse), Root, A.SE);
    if (!Of || llvm::any_of(Of->By, [&](auto &Each) {
          return !Each.first->contains(&I) || !Each.first->getLoopLatch();
        }))
      return std::nullopt;
    Moves |= !Of->By.empty();
    Place.Of[Way] = std::move(*Of);
  }
  return Moves ? std::optional(std::move(Place)) : std::nullopt;
}

static SmallVector<ChosenPlace, 2> findPlaces(const Loop &Root,
                                              const NestAnalyses &A) {
  SmallVector<ChosenPlace, 2> Found;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (std::optional<ChosenPlace> Place = chosenPlace(I, Root, A))
        Found.push_back(std::move(*Place));
  return Found;
}

/// Whether all parts of \p Place can be computed at \p At.
static bool canExpand(const ChosenPlace &Place, const Instruction &At,
                      const SCEVExpander &Expander) {
  return llvm::all_of(Place.Of, [&](const Strided &Of) {
    return Expander.isSafeToExpandAt(Of.Start, &At) &&
           llvm::all_of(Of.By, [&](auto &Each) {
             return Expander.isSafeToExpandAt(Each.second, &At);
           });
  });
}

namespace {
/// Counts places in the loops of a copy.
class PlaceCounter {
public:
  PlaceCounter(TrialNest &Trial, SCEVExpander &Expander, const NestAnalyses &A)
      : Trial(Trial), Expander(Expander), A(A),
        Entry(Trial.start().getTerminator()), B(Entry) {}

  /// Replaces \p Place; \p Earlier ones are.
  void replace(ChosenPlace &Place, ArrayRef<ChosenPlace> Earlier);

private:
  Value *nextTo(const ChosenPlace &Place, const ChosenPlace &Other);
  Value *choose(const SCEV *Then, const SCEV *Else, Type *Ty);
  Value *addTo(Value *At, Value *Step) {
    return At->getType()->isPointerTy() ? B.CreatePtrAdd(At, Step)
                                        : B.CreateAdd(At, Step);
  }
  Value *count(const ChosenPlace &Place);

  TrialNest &Trial;
  SCEVExpander &Expander;
  const NestAnalyses &A;
  Instruction *Entry;
  IRBuilder<> B;
  Value *If = nullptr;
};
} // namespace

Value *PlaceCounter::choose(const SCEV *Then, const SCEV *Else, Type *Ty) {
  Value *OnTrue = Expander.expandCodeFor(Then, Ty, Entry->getIterator());
  Value *OnFalse = Expander.expandCodeFor(Else, Ty, Entry->getIterator());
  B.SetInsertPoint(Entry);
  return B.CreateSelect(If, OnTrue, OnFalse, "gemmify.chosen");
}

/// What \p Place is if it is always as far behind \p Other, as the second part
/// of a complex element is; or null.
Value *PlaceCounter::nextTo(const ChosenPlace &Place,
                            const ChosenPlace &Other) {
  const BasicBlock *BB = Place.Chosen->getParent();
  if (Place.Condition != Other.Condition || Other.Chosen->getParent() != BB ||
      Place.Chosen->getType() != Other.Chosen->getType())
    return nullptr;
  const SCEV *Far = nullptr;
  for (unsigned Way : {0, 1}) {
    const Strided &X = Place.Of[Way], &Y = Other.Of[Way];
    const SCEV *By = A.SE.getMinusSCEV(X.Start, Y.Start);
    if (!isa<SCEVConstant>(By) || (Far && By != Far) || X.By != Y.By)
      return nullptr;
    Far = By;
  }
  B.SetInsertPoint(cast<Instruction>(Trial[Place.Chosen])
                       ->getParent()
                       ->getFirstInsertionPt());
  return addTo(Other.At, cast<SCEVConstant>(Far)->getValue());
}

Value *PlaceCounter::count(const ChosenPlace &Place) {
  Type *Ty = Place.Chosen->getType();
  Type *StepTy = A.SE.getEffectiveSCEVType(Ty);
  SmallVector<Loop *, 4> Around;
  for (Loop *L = A.LI.getLoopFor(Place.Chosen->getParent());
       L != Trial.root().getParentLoop(); L = L->getParentLoop())
    Around.push_back(L);
  Value *At = choose(Place.Of[0].Start, Place.Of[1].Start, Ty);
  for (Loop *L : llvm::reverse(Around)) {
    const SCEV *Then = Place.Of[0].by(*L), *Else = Place.Of[1].by(*L);
    if (!Then && !Else)
      continue;
    const SCEV *Zero = A.SE.getZero(StepTy);
    Value *Step = choose(Then ? Then : Zero, Else ? Else : Zero, StepTy);
    Loop &In = Trial.copyOf(*L);
    B.SetInsertPoint(In.getHeader(), In.getHeader()->begin());
    PHINode *Phi = B.CreatePHI(Ty, 2, "gemmify.place");
    B.SetInsertPoint(In.getLoopLatch()->getTerminator());
    Value *Next = addTo(Phi, Step);
    for (BasicBlock *From : predecessors(In.getHeader()))
      Phi->addIncoming(From == In.getLoopLatch() ? Next : At, From);
    At = Phi;
  }
  return At;
}

void PlaceCounter::replace(ChosenPlace &Place, ArrayRef<ChosenPlace> Earlier) {
  for (const ChosenPlace &Other : Earlier)
    if (!Place.At)
      Place.At = nextTo(Place, Other);
  if (!Place.At) {
    Value *Condition = Place.Condition;
    if (Value *InCopy = Trial[Condition])
      Condition = InCopy;
    bool Changed = false;
    Trial.copy().makeLoopInvariant(Condition, Changed, Entry, nullptr, &A.SE);
    // It is not two conditions if it is undefined.
    B.SetInsertPoint(Entry);
    If = B.CreateFreeze(Condition);
    Place.At = count(Place);
  }
  auto *Copy = cast<Instruction>(Trial[Place.Chosen]);
  Copy->replaceAllUsesWith(Place.At);
  Copy->eraseFromParent();
}

std::unique_ptr<TrialNest> readChosenStrides(Loop &Innermost,
                                             const NestAnalyses &A) {
  return readOutermost(
      Innermost, [&](Loop &Root) -> std::unique_ptr<TrialNest> {
        if (!TrialNest::isOneNest(Root) || !TrialNest::canCopy(Root))
          return nullptr;
        SCEVExpander Expander = createExpander(A.SE);
        const Instruction &Entry = *Root.getLoopPreheader()->getTerminator();
        SmallVector<ChosenPlace, 2> Places = findPlaces(Root, A);
        llvm::erase_if(Places, [&](const ChosenPlace &Place) {
          return !canExpand(Place, Entry, Expander);
        });
        if (Places.empty())
          return nullptr;
        auto Trial = std::make_unique<TrialNest>(Root, ".strides", A);
        PlaceCounter Counter(*Trial, Expander, A);
        for (unsigned I = 0; I != Places.size(); ++I)
          Counter.replace(Places[I], ArrayRef(Places).take_front(I));
        Trial->forgetCopy();
        Trial->readInAnyCase(Trial->copyOf(Innermost));
        return Trial;
      });
}

} // namespace gemmify
