//===- WindowSteps.cpp - A window that is written out ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowSteps.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/unroll/Reroll.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace gemmify {

Value *WindowSteps::start() const {
  if (!FirstProduct)
    return Steps.front().Sum;
  // Adding to it changes no bit.
  Type *Ty = FirstProduct->getType();
  return Ty->isIntegerTy() ? Constant::getNullValue(Ty)
                           : ConstantFP::getNegativeZero(Ty);
}

namespace {

/// Compares the steps of one chain with its last one.
class StepFinder {
public:
  StepFinder(const Loop &Innermost, const Loop &Root, ScalarEvolution &SE)
      : Innermost(Innermost), Root(Root), SE(SE) {}

  std::optional<WindowSteps> run(ArrayRef<Update> Steps) {
    Found.Steps.assign(Steps.begin(), Steps.end());
    takeFirstProduct();
    Count = Steps.size() + (Found.FirstProduct != nullptr);
    if (Count < FewestSteps || Count > MostCopies || mayWriteBefore() ||
        !pairAll() || !findSizes())
      return std::nullopt;
    return std::move(Found);
  }

private:
  void takeFirstProduct();
  bool mayWriteBefore() const;
  bool pairAll();
  bool pair(Value *V, Value *W, const Update *Of);
  bool same(Value *V);
  bool note(Value &V, Value &W);
  LoadInst *loadFor(Value &V, const SCEV *&Place);
  LoadInst *carriedTo(PHINode &Phi, const SCEV *&Place);
  bool findSizes();
  const SCEV *offset(const WindowElement &E, unsigned Step) const;
  bool isRun(unsigned From, unsigned Size) const;
  bool isWindow() const;

  static constexpr unsigned FewestSteps = 3;
  const Loop &Innermost, &Root;
  ScalarEvolution &SE;
  unsigned Count = 0, Step = 0; ///< How many; the one that is compared.
  WindowSteps Found;
};

} // namespace

/// It is a step itself, unless it is not known which of two products is
/// rounded, or the others are subtracted.
void StepFinder::takeFirstProduct() {
  const Update &First = Found.Steps.front();
  auto *Start = dyn_cast<Instruction>(First.Sum);
  const unsigned Opcode = Start ? Start->getOpcode() : 0;
  if ((Opcode == Instruction::FMul || Opcode == Instruction::Mul) &&
      Start->hasOneUse() && Start->getParent() == First.Result->getParent() &&
      !First.Elem.Subtract && !(First.Elem.ByFlags && !First.Elem.Reassoc))
    Found.FirstProduct = Start;
}

/// Loads move to where the last step is.
bool StepFinder::mayWriteBefore() const {
  const Instruction &Last = Found.last();
  return llvm::any_of(
      llvm::make_range(Last.getParent()->begin(), Last.getIterator()),
      [](const Instruction &I) {
        return I.mayHaveSideEffects() && !isHint(I);
      });
}

bool StepFinder::pairAll() {
  Instruction &Last = Found.last();
  const Update &U = Found.Steps.back();
  if (Found.FirstProduct) {
    // A step of floats may be one operation or two.
    Value *Product = isa<CallInst>(Last)           ? &Last
                     : Last.getOperand(0) == U.Sum ? Last.getOperand(1)
                                                   : Last.getOperand(0);
    auto *Factors = dyn_cast<Instruction>(Product);
    if (!Factors || Factors->getNumOperands() < 2)
      return false;
    if (Factors == &Last
            ? Last.getFastMathFlags() != Found.FirstProduct->getFastMathFlags()
            : !Factors->isSameOperationAs(Found.FirstProduct) ||
                  !Factors->hasSameSubclassOptionalData(Found.FirstProduct))
      return false;
    auto Pair = [&](unsigned X) {
      return pair(Factors->getOperand(0), Found.FirstProduct->getOperand(X),
                  nullptr) &&
             pair(Factors->getOperand(1), Found.FirstProduct->getOperand(1 - X),
                  nullptr);
    };
    if (!Pair(0)) {
      Found.Elements.clear();
      if (!Pair(1))
        return false;
    }
    ++Step;
  }
  for (const Update &Each : Found.Steps) {
    if (!pair(&Last, Each.Result, &Each))
      return false;
    ++Step;
  }
  return llvm::all_of(Found.Elements, [&](const auto &E) {
    return E.second.Loads.size() == Count &&
           !llvm::is_contained(E.second.Loads, nullptr) &&
           E.second.Base != Count;
  });
}

/// Whether \p W is for step \p Of what \p V is for the last one.
bool StepFinder::pair(Value *V, Value *W, const Update *Of) {
  const Value *Sum = Found.Steps.back().Sum;
  if (V == Sum || (Of && W == Of->Sum))
    return V == Sum && Of && W == Of->Sum;
  auto *I = dyn_cast<Instruction>(V), *J = dyn_cast<Instruction>(W);
  if (V == W && V != &Found.last())
    return same(V);
  if (isa<LoadInst, PHINode>(V) && isa<LoadInst, PHINode>(W))
    return note(*V, *W);
  if (!I || !J || !I->isSameOperationAs(J) ||
      !I->hasSameSubclassOptionalData(J))
    return false;
  if (I->mayReadOrWriteMemory())
    return false;
  auto PairOps = [&](bool Swapped) {
    for (unsigned Op = 0; Op != I->getNumOperands(); ++Op)
      if (!pair(I->getOperand(Op),
                J->getOperand(Swapped && Op < 2 ? 1 - Op : Op), Of))
        return false;
    return true;
  };
  const auto Before = Found.Elements;
  if (PairOps(/*Swapped=*/false))
    return true;
  Found.Elements = Before;
  return I->isCommutative() && PairOps(/*Swapped=*/true);
}

/// What is loaded for \p V is so in this step, too.
bool StepFinder::same(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  const SCEV *Place = nullptr;
  if (!I || !Root.contains(I) || (isa<PHINode>(I) && !loadFor(*I, Place)))
    return true;
  if (isa<LoadInst, PHINode>(I))
    return note(*I, *I);
  return !I->mayReadOrWriteMemory() &&
         llvm::all_of(I->operands(), [&](const Use &Op) { return same(Op); });
}

bool StepFinder::note(Value &V, Value &W) {
  const SCEV *Place = nullptr;
  LoadInst *Load = loadFor(W, Place);
  if (!Load || V.getType() != W.getType())
    return false;
  auto [At, IsNew] = Found.Elements.insert({&V, WindowElement()});
  WindowElement &E = At->second;
  if (IsNew) {
    E.Loads.resize(Count);
    E.Places.resize(Count);
    E.Base = Count;
  }
  const bool Fits = !E.Places[Step] || E.Places[Step] == Place;
  E.Loads[Step] = Load;
  E.Places[Step] = Place;
  if (isa<LoadInst>(W))
    E.Base = Step;
  return Fits;
}

/// The load that \p V is, or that was done for it one iteration before, and
/// where it is in this iteration. Before the nest, it would be another one:
/// what is written between them is not known.
LoadInst *StepFinder::loadFor(Value &V, const SCEV *&Place) {
  if (auto *Phi = dyn_cast<PHINode>(&V))
    return carriedTo(*Phi, Place);
  auto *Load = cast<LoadInst>(&V);
  const bool IsHere = Load->getParent() == Found.last().getParent();
  if (!Load->isSimple() ||
      (!IsHere && (Innermost.contains(Load) || !Root.contains(Load))))
    return nullptr;
  if (!IsHere)
    Found.Earlier.insert(Load);
  Place = SE.getSCEV(Load->getPointerOperand());
  return Load;
}

/// Both loads, before the loop and in it, are of the place that moves with it.
/// The one in the loop may have gone through several iterations.
LoadInst *StepFinder::carriedTo(PHINode &Phi, const SCEV *&Place) {
  const BasicBlock *Before = Innermost.getLoopPreheader();
  if (Phi.getParent() != Innermost.getHeader() ||
      Innermost.getNumBlocks() != 1 || !Before)
    return nullptr;
  auto *First = dyn_cast<LoadInst>(Phi.getIncomingValueForBlock(Before));
  Value *From = Phi.getIncomingValueForBlock(Phi.getParent());
  if (!First || !First->isSimple() || !Root.contains(First) || From == &Phi ||
      !isa<LoadInst, PHINode>(From) || Innermost.isLoopInvariant(From))
    return nullptr;
  const SCEV *Next = nullptr;
  LoadInst *Load = loadFor(*From, Next);
  const auto *Ahead = dyn_cast_or_null<SCEVAddRecExpr>(Next);
  if (!Load || !Ahead || Ahead->getLoop() != &Innermost || !Ahead->isAffine())
    return nullptr;
  Place =
      SE.getAddExpr(Ahead, SE.getNegativeSCEV(Ahead->getStepRecurrence(SE)));
  const auto *Here = dyn_cast<SCEVAddRecExpr>(Place);
  if (!Here || Here->getStart() != SE.getSCEV(First->getPointerOperand()))
    return nullptr;
  Found.Earlier.insert(First);
  Found.Earlier.insert(Load);
  return Load;
}

/// From the first step on.
const SCEV *StepFinder::offset(const WindowElement &E, unsigned Of) const {
  return SE.getMinusSCEV(E.Places[Of], E.Places[0]);
}

/// Whether \p Size steps, \p From apart, are equally far from each other.
bool StepFinder::isRun(unsigned From, unsigned Size) const {
  return llvm::all_of(Found.Elements, [&](const auto &E) {
    const SCEV *By = offset(E.second, From);
    if (isa<SCEVCouldNotCompute>(By) || !SE.isLoopInvariant(By, &Root))
      return false;
    for (unsigned At = 2; At < Size; ++At)
      if (offset(E.second, At * From) !=
          SE.getMulExpr(By, SE.getConstant(By->getType(), At)))
        return false;
    return true;
  });
}

bool StepFinder::findSizes() {
  constexpr unsigned MostLoops = 3;
  for (unsigned From = 1; From < Count;) {
    unsigned Size = Count / From;
    while (Size > 1 && (Count / From % Size != 0 || !isRun(From, Size)))
      --Size;
    if (Size == 1 || Found.Sizes.size() == MostLoops)
      return false;
    for (auto &[Load, E] : Found.Elements)
      E.Strides.push_back(offset(E, From));
    Found.Sizes.push_back(Size);
    From *= Size;
  }
  for (auto &[Load, E] : Found.Elements)
    E.ToFirst = SE.getMinusSCEV(E.Places[0], E.Places[E.Base]);
  return isWindow();
}

/// Whether each step is where the loops come to it.
bool StepFinder::isWindow() const {
  return llvm::all_of(Found.Elements, [&](const auto &E) {
    for (unsigned Of = 0; Of != Count; ++Of) {
      const SCEV *At = SE.getZero(E.second.Strides[0]->getType());
      unsigned Rest = Of;
      for (auto [Size, By] : llvm::zip(Found.Sizes, E.second.Strides)) {
        At = SE.getAddExpr(
            At, SE.getMulExpr(By, SE.getConstant(By->getType(), Rest % Size)));
        Rest /= Size;
      }
      if (offset(E.second, Of) != At)
        return false;
    }
    return true;
  });
}

std::optional<WindowSteps> findWindow(Loop &Innermost, const Loop &Root,
                                      ScalarEvolution &SE) {
  std::optional<WindowSteps> Found;
  for (BasicBlock *BB : Innermost.blocks()) {
    MapVector<Value *, SmallVector<Update, 9>> Chains; // By their last steps.
    for (Instruction &I : *BB) {
      std::optional<Update> U = matchUpdate(
          I, [&](Value *V) { return Chains.contains(V) && V->hasOneUse(); });
      SmallVector<Update, 9> Chain;
      if (U)
        Chain = std::exchange(Chains[U->Sum], {});
      else if (!(U = matchUpdate(I, [](Value *) { return true; })))
        continue;
      Chain.push_back(*U);
      Chains[&I] = std::move(Chain);
    }
    for (const auto &[Last, Chain] : Chains) {
      if (Chain.size() < 2)
        continue;
      if (Found)
        return std::nullopt;
      Found = StepFinder(Innermost, Root, SE).run(Chain);
      if (!Found)
        return std::nullopt;
    }
  }
  return Found;
}

} // namespace gemmify
